-- Stores that a report was published, unless the database is read-only. Returns its number and the measures of each table to
-- store with it.
SELECT kept.report, array_to_string(kept.measures, ',')
FROM projection.publish(
    (
        $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::date, $8::date,
        $9::text, $10::text, NULL, NULL
    )::analytics.published_report,
    $11::bigint
) AS kept
WHERE current_setting('transaction_read_only') = 'off'
