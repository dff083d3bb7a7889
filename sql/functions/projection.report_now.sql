-- Returns what a report would be kept as, without its days: the horizon, the position of the projections, the settings, and
-- its options. app: null for all apps. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.report_now(as_of timestamptz, minimum_cell integer, app text)
RETURNS SETOF analytics.published_report
LANGUAGE sql STABLE
AS $$
SELECT ((
    as_of, (SELECT coalesce(min(checkpoint.position), 0) FROM projection.checkpoint),
    settings.conversion_window_seconds, settings.open_window_seconds, settings.influence_window_seconds,
    report_now.minimum_cell, settings.time_zone, report_now.app, NULL, NULL
)::analytics.published_report).*
FROM projection.settings
$$;
