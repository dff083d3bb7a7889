-- The report that a report is compared with: of those of its zone, windows, minimum cell and app, and no later horizon, the latest of an
-- earlier state, that is, of one that knew what was received up to an earlier moment (projection.known_up_to) or, up to
-- the same, of an earlier position of the log. So a report that is made again of the same state is compared with the
-- same one. No row if there is none. Metrics: Restatement.
-- known_by: the horizon of the report; minimum_cell, app: its parameters, app null for all.
CREATE OR REPLACE FUNCTION projection.earlier_report(known_by timestamptz, minimum_cell integer, app text)
RETURNS SETOF analytics.published_report
LANGUAGE sql STABLE
AS $$
SELECT report.*
FROM analytics.published_report AS report
INNER JOIN projection.settings
    ON settings.time_zone = report.time_zone
    AND settings.conversion_window_seconds = report.conversion_window_seconds
    AND settings.open_window_seconds = report.open_window_seconds
    AND settings.influence_window_seconds = report.influence_window_seconds
CROSS JOIN LATERAL (
    SELECT projection.known_up_to(report.horizon, report.position) AS moment OFFSET 0
) AS known
WHERE report.minimum_cell = earlier_report.minimum_cell
    AND report.app_id IS NOT DISTINCT FROM earlier_report.app
    AND report.horizon <= known_by
    AND (known.moment, report.position) < (
        SELECT projection.known_up_to(known_by, held.position), held.position
        FROM (SELECT coalesce(min(checkpoint.position), 0) AS position FROM projection.checkpoint) AS held
    )
ORDER BY known.moment DESC, report.position DESC, report.horizon DESC
LIMIT 1
$$;
COMMENT ON FUNCTION projection.earlier_report(timestamptz, integer, text) IS
    'The kept report whose numbers a report with these parameters compares with what they would be now.';
