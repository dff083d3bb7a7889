-- Returns the parameters of a report. $1: cutoff; $2, $3: first and last day; $4: minimum cell; $5: app; $6: number of days if
-- the first is null. The last day defaults to the day before that of the cutoff.
SELECT
    to_char(horizon.moment, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    coalesce($2::date, coalesce($3::date, stats.day(horizon.moment) - 1) - $6::integer + 1),
    coalesce($3::date, stats.day(horizon.moment) - 1),
    settings.time_zone,
    settings.conversion_window_seconds,
    settings.open_window_seconds,
    settings.influence_window_seconds,
    (SELECT coalesce(min(checkpoint.position), 0) FROM projection.checkpoint),
    (
        SELECT to_char(earlier.horizon, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        FROM projection.earlier_report(horizon.moment, $4::integer, $5::text) AS earlier
    ),
    projection.last_erasure()
FROM projection.settings
CROSS JOIN (
    SELECT CASE WHEN analytics.horizon() IS NOT NULL
        THEN coalesce($1::timestamptz, analytics.horizon()) END AS moment
) AS horizon
