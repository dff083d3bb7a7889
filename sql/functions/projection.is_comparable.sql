-- Whether two reports count alike, so that their numbers can be compared: one zone, one set of windows, one minimum cell,
-- one app or all. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.is_comparable(
    report analytics.published_report, other analytics.published_report
) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT report.time_zone = other.time_zone
    AND report.conversion_window_seconds = other.conversion_window_seconds
    AND report.open_window_seconds = other.open_window_seconds
    AND report.influence_window_seconds = other.influence_window_seconds
    AND report.minimum_cell = other.minimum_cell
    AND report.app_id IS NOT DISTINCT FROM other.app_id
$$;
COMMENT ON FUNCTION projection.is_comparable(analytics.published_report, analytics.published_report) IS
    'Whether two reports are of the same zone, windows, minimum cell and app.';
