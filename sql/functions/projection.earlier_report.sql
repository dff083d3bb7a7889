-- Returns the kept report to compare a new report with: of the comparable ones without a later horizon, the latest of
-- an earlier state of the log; no row if there is none. Metrics: Restatement. app: null for all apps.
CREATE OR REPLACE FUNCTION projection.earlier_report(as_of timestamptz, minimum_cell integer, app text)
RETURNS SETOF analytics.published_report
LANGUAGE sql STABLE
AS $$
SELECT report.*
FROM projection.settings
CROSS JOIN LATERAL projection.comparable_reports((
    as_of, (SELECT coalesce(min(checkpoint.position), 0) FROM projection.checkpoint),
    settings.conversion_window_seconds, settings.open_window_seconds, settings.influence_window_seconds,
    earlier_report.minimum_cell, NULL, NULL, settings.time_zone, earlier_report.app, NULL, NULL
)::analytics.published_report) AS comparable
INNER JOIN analytics.published_report AS report ON report.report = comparable.report
WHERE comparable.state = 'earlier' AND comparable.horizon <= as_of
ORDER BY comparable.known_up_to DESC, comparable.position DESC, comparable.horizon DESC
LIMIT 1
$$;
