-- Returns the rows of data_quality for its CSV file and for the pages.
SELECT
    table_row.*,
    late_rate.low AS value_low,
    late_rate.high AS value_high,
    late_rate.events AS value_base,
    share.rate AS share,
    share.low AS share_low,
    share.high AS share_high
FROM analytics.data_quality($1::date, $2::date, $3::timestamptz) AS table_row
LEFT JOIN (
    SELECT app.app_id, sum(cell.over_24h)::bigint AS over_24h, sum(cell.events)::bigint AS events
    FROM projection.quality_totals($1::date, $2::date, $3::timestamptz, 'app_version') AS cell
    INNER JOIN log.app ON app.app = cell.app
    GROUP BY app.app_id
) AS total ON total.app_id = table_row.app_id
LEFT JOIN LATERAL (
    SELECT total.events, rate.low, rate.high
    FROM stats.published_rate(total.over_24h, total.events) AS rate
    WHERE table_row.measure = 'latency_over_24h_rate'
) AS late_rate ON true
LEFT JOIN (
    SELECT app.app_id, sum(cell.opened)::bigint AS opened
    FROM projection.notification_states($1::date, $2::date, $3::timestamptz) AS cell
    INNER JOIN log.app ON app.app = cell.app
    WHERE cell.trigger <> 'local'
    GROUP BY app.app_id
) AS opens ON opens.app_id = table_row.app_id
-- Of opens the share whose send is known, of the other measures that count events their share of all events. After an
-- erasure, opens without a send can outnumber the opens that are left.
LEFT JOIN LATERAL (
    SELECT opens.opened - table_row.value AS part, opens.opened AS whole
    WHERE table_row.measure = 'unsent_opens'
    UNION ALL
    SELECT table_row.value, total.events
    WHERE table_row.measure IN ('orphan_decisions', 'clocks_corrected', 'status_jumps')
) AS counted ON counted.part BETWEEN 0 AND counted.whole
LEFT JOIN LATERAL stats.published_rate(counted.part, counted.whole) AS share ON true
-- No row describes people, so the minimum cell ($4) withholds nothing. The condition is always true: it
-- is here because PostgreSQL can't determine the type of a parameter that the query does not use.
WHERE $4::integer >= 0 AND ($5::text IS NULL OR table_row.app_id = $5::text)
ORDER BY table_row.app_id COLLATE "C", table_row.measure COLLATE "C"
