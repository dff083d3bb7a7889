-- Returns the findings of a report. $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all). An alert is new
-- if no report of an earlier state told it; without such a report, all are. Rejects are included even for one app, because
-- deliveries are counted for all apps together.
SELECT findings.*
FROM analytics.findings(
    $2::date, $3::timestamptz, $4::integer,
    coalesce(
        (
            SELECT max(upper(earlier_report.days)) - 1
            FROM projection.report_now($3::timestamptz, $4::integer, $5::text) AS this_report
            CROSS JOIN LATERAL projection.earlier_reports(this_report) AS earlier_report
        ),
        '-infinity'
    )
) AS findings
WHERE $2::date >= $1::date
    AND ($5::text IS NULL OR findings.app_id = $5::text OR findings.rule = 'rejects')
