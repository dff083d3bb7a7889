-- Whether the quarantine grows, or many deliveries are rejected. Reads the last five weeks of log.quarantine by its
-- index, log.batch and log.quarantine_use.
SELECT 'warning', format(
    '%s deliveries of the last 7 days are in quarantine, compared with %s a week in the 4 weeks before: see what is '
    'wrong with `bellwether quarantine list`, fix the sender, and retry or discard them.', growth.recent,
    growth.weekly_before
)
FROM (
    SELECT
        count(*) FILTER (WHERE quarantine.received_at >= now() - interval '7 days') AS recent,
        count(*) FILTER (WHERE quarantine.received_at < now() - interval '7 days') / 4 AS weekly_before
    FROM log.quarantine
    WHERE quarantine.received_at >= now() - interval '35 days' AND quarantine.state = 'held'
) AS growth
WHERE growth.recent >= 1000 AND growth.recent > 2 * growth.weekly_before
UNION ALL
SELECT 'warning', format(
    'The quarantine takes %s, a quarter of the database or more: retry or discard what is in it (`bellwether quarantine`).',
    pg_size_pretty(size.quarantine)
)
FROM (
    SELECT
        pg_total_relation_size('log.quarantine') AS quarantine,
        pg_database_size(current_database()) AS database
) AS size
WHERE size.quarantine > 1073741824 AND size.quarantine > size.database / 4
UNION ALL
SELECT 'warning', format(
    '%s of the %s deliveries of the last 7 days were rejected: see what is wrong with `bellwether quarantine list`, fix '
    'the sender, and retry them.', last_week.rejected, last_week.deliveries
)
FROM (
    SELECT sum(batch.rejected) AS rejected, sum(batch.accepted + batch.duplicates + batch.rejected) AS deliveries
    FROM log.batch
    WHERE batch.committed_at >= now() - interval '7 days'
) AS last_week
-- A share of which `bellwether ingest` warns too.
WHERE last_week.rejected * 20 > last_week.deliveries
UNION ALL
SELECT 'warning', format(
    'Rejects of the %s exceeded the daily limit of the quarantine, the last at %s; %s in all were only counted: fix '
    'the sender, revoke the key (`bellwether keys`), or raise `serve --max-quarantine`.',
    CASE quarantine_use.collector_key
        WHEN 0 THEN 'collector without keys'
        ELSE 'key ' || quarantine_use.collector_key
    END,
    to_char(quarantine_use.not_kept_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), quarantine_use.rejects_not_kept
)
FROM log.quarantine_use
WHERE quarantine_use.not_kept_at >= now() - interval '7 days'
