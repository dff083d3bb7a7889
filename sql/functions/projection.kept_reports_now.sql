-- What the kept reports would count now, each at its horizon and for its days, from what happened or was received up to
-- then and is known now: the other side of the comparison in analytics.restatements. Metrics: Restatement.
-- Each report must be of the settings in force. report: its text, which tells it from the others.
CREATE OR REPLACE FUNCTION projection.kept_reports_now()
RETURNS TABLE (
    report text,
    "table" text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    counts bigint[]
)
LANGUAGE sql STABLE
AS $$
SELECT
    projection.report_name(report), known."table", known.app_id, known.day, known.os_name, known.os_version, known.counts
FROM analytics.published_report AS report
CROSS JOIN LATERAL projection.counts_known_late(
    report.from_day, report.to_day, report.horizon, report.minimum_cell, (SELECT analytics.horizon())
) AS known
WHERE report.app_id IS NULL OR known.app_id = report.app_id
$$;
COMMENT ON FUNCTION projection.kept_reports_now() IS 'What the kept reports would count with the late events of today.';

-- What tells a kept report from the others of the same settings.
CREATE OR REPLACE FUNCTION projection.report_name(report analytics.published_report) RETURNS text
LANGUAGE sql STABLE
AS $$
SELECT concat_ws(' ', report.horizon, report.position, report.minimum_cell, coalesce(report.app_id, '/'))
$$;
COMMENT ON FUNCTION projection.report_name(analytics.published_report) IS 'Horizon, position, minimum cell and app of a report.';
