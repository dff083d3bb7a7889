-- Returns the verdicts of a report for its CSV file and its pages, of one app with those about what all apps
-- share. An alert is new if no report of an earlier state told it; without such a report, all are.
SELECT
    {verdicts: verdict.#}, verdict.is_alert, verdict.days, verdict.people, verdict.rates, verdict.lows, verdict.highs
FROM projection.verdicts_page(
    $1::date, $2::date, $3::timestamptz, $4::integer,
    coalesce(
        (
            SELECT max(upper(earlier_report.days)) - 1
            FROM projection.report_now($3::timestamptz, $4::integer, $5::text) AS this_report
            CROSS JOIN LATERAL projection.earlier_reports(this_report) AS earlier_report
        ),
        '-infinity'
    )
) AS verdict
WHERE $5::text IS NULL OR verdict.app_id = $5::text OR verdict.metric IN ('rejects', 'push_service')
