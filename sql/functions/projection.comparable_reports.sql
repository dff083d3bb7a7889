-- Returns the kept reports with the same time zone, windows, minimum cell and app as a given one, so that their numbers
-- can be compared. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.comparable_reports(made analytics.published_report)
RETURNS SETOF analytics.published_report
LANGUAGE sql STABLE
AS $$
SELECT kept.*
FROM analytics.published_report AS kept
WHERE (
        kept.time_zone, kept.conversion_window_seconds, kept.open_window_seconds, kept.influence_window_seconds,
        kept.minimum_cell
    ) = (
        (made).time_zone, (made).conversion_window_seconds, (made).open_window_seconds, (made).influence_window_seconds,
        (made).minimum_cell
    )
    AND kept.app_id IS NOT DISTINCT FROM (made).app_id
$$;
