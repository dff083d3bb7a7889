-- Returns the kept reports with the same time zone, windows, minimum cell and app as a given one, so that their numbers
-- can be compared. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.comparable_reports(made analytics.published_report)
RETURNS SETOF analytics.published_report
LANGUAGE sql STABLE
AS $$
SELECT report.*
FROM analytics.published_report AS report
WHERE (
        report.time_zone, report.conversion_window_seconds, report.open_window_seconds, report.influence_window_seconds,
        report.minimum_cell
    ) = (
        (made).time_zone, (made).conversion_window_seconds, (made).open_window_seconds, (made).influence_window_seconds,
        (made).minimum_cell
    )
    AND report.app_id IS NOT DISTINCT FROM (made).app_id
$$;
