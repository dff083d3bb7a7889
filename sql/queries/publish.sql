-- Stores that a report was published, unless the database is read-only. Returns its number and the measures of each table
-- to store with it; no row if projection.publish does not keep it. $1, $2: its horizon and position; $3 to $5: the
-- conversion, open and influence window, in seconds; $6: the minimum cell; $7, $8: its first and last day, of which no day
-- after that of the horizon is kept; $9: the time zone; $10: the app, null for all; $11: the newest erasure in its snapshot.
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
