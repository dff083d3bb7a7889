-- Stores that a report was published, unless the database is read-only. Returns its number and the measures of each table to
-- store with it. $7, $8: its first and last day; none after the horizon's is kept.
SELECT new_report.report, (
    SELECT string_agg(measure."table" || '.' || measure.measure, ',')
    FROM metric.settled_measures(new_report) AS measure
)
FROM projection.publish(
    (
        $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $9::text, $10::text,
        datemultirange(daterange($7::date, greatest($7::date, metric.last_day($8::date, $1::timestamptz)), '[]')), NULL
    )::analytics.published_report,
    $11::bigint
) AS new_report
WHERE current_setting('transaction_read_only') = 'off'
