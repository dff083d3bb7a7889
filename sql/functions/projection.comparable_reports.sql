-- Returns the kept reports with the same time zone, windows, minimum cell and app as a given one, so that their numbers
-- can be compared. Metrics: Restatement. state: whether the kept report read an 'earlier', a 'later' or the 'same'
-- state of the log as the given one, by projection.known_up_to, then by position.
CREATE OR REPLACE FUNCTION projection.comparable_reports(made analytics.published_report)
RETURNS TABLE (report bigint, horizon timestamptz, known_up_to timestamptz, "position" bigint, state text)
LANGUAGE sql STABLE
AS $$
SELECT
    kept.report,
    kept.horizon,
    known.moment,
    kept.position,
    CASE
        WHEN (known.moment, kept.position) < (own.moment, (made).position) THEN 'earlier'
        WHEN (known.moment, kept.position) > (own.moment, (made).position) THEN 'later'
        ELSE 'same'
    END
FROM (SELECT projection.known_up_to((made).horizon, (made).position) AS moment) AS own
CROSS JOIN analytics.published_report AS kept
CROSS JOIN LATERAL (SELECT projection.known_up_to(kept.horizon, kept.position) AS moment OFFSET 0) AS known
WHERE (
        kept.time_zone, kept.conversion_window_seconds, kept.open_window_seconds, kept.influence_window_seconds,
        kept.minimum_cell
    ) = (
        (made).time_zone, (made).conversion_window_seconds, (made).open_window_seconds, (made).influence_window_seconds,
        (made).minimum_cell
    )
    AND kept.app_id IS NOT DISTINCT FROM (made).app_id
$$;
