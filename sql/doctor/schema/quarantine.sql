-- Whether the quarantine grows, for `bellwether doctor`. Reads log.quarantine, its last five weeks by their index.
SELECT 'warning', format(
    '%s deliveries of the last 7 days are in quarantine, %s a week of the 4 weeks before: see what they lack with `bellwether '
    'quarantine list`, mend who sends them, and retry or discard them.', held.recent, held.weekly_before
)
FROM (
    SELECT
        count(*) FILTER (WHERE quarantine.received_at >= now() - interval '7 days') AS recent,
        count(*) FILTER (WHERE quarantine.received_at < now() - interval '7 days') / 4 AS weekly_before
    FROM log.quarantine
    WHERE quarantine.received_at >= now() - interval '35 days'
        AND quarantine.released_at IS NULL
        AND quarantine.discarded_at IS NULL
) AS held
WHERE held.recent >= 1000 AND held.recent > 2 * held.weekly_before
UNION ALL
SELECT 'warning', format(
    'The quarantine holds %s, a quarter of the database or more: retry or discard what is in it (`bellwether quarantine`).',
    pg_size_pretty(size.quarantine)
)
FROM (
    SELECT
        pg_total_relation_size('log.quarantine') AS quarantine,
        pg_database_size(current_database()) AS database
) AS size
WHERE size.quarantine > 1073741824 AND size.quarantine > size.database / 4
