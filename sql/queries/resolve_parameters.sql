-- Returns the parameters of a report. $1: cutoff; $2, $3: first and last day; $4: minimum cell; $5: app; $6: number of days if
-- the first is null. The last day defaults to the day before that of the cutoff; one after the cutoff is that of the
-- cutoff, unless the first is after it too. The last columns are the Monday of the last week, up to the last day, that is
-- over at the cutoff, and the first day that can be computed if days before it are in the range.
SELECT
    to_char(horizon.moment, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    day.first,
    day.last,
    settings.time_zone,
    settings.conversion_window_seconds,
    settings.open_window_seconds,
    settings.influence_window_seconds,
    (SELECT coalesce(min(checkpoint.position), 0) FROM projection.checkpoint),
    (
        SELECT to_char(max((earlier_report.kept).horizon), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        FROM projection.report_now(horizon.moment, $4::integer, $5::text) AS this_report
        CROSS JOIN LATERAL projection.earlier_reports(this_report) AS earlier_report
        WHERE earlier_report.days && daterange(day.first, greatest(day.first, day.last), '[]')
    ),
    projection.last_erasure(),
    CASE WHEN horizon.moment IS NOT NULL
        THEN date_trunc('week', least(day.last + 1, stats.day(horizon.moment))::timestamp)::date - 7 END,
    (
        SELECT computable.first FROM projection.computable_from(horizon.moment) AS computable (first)
        WHERE computable.first > day.first
    )
FROM projection.settings
CROSS JOIN (
    SELECT CASE WHEN analytics.horizon() IS NOT NULL
        THEN coalesce($1::timestamptz, analytics.horizon()) END AS moment
) AS horizon
CROSS JOIN LATERAL (
    SELECT
        span.first,
        CASE WHEN span.first <= stats.day(horizon.moment)
            THEN least(span.last, stats.day(horizon.moment))
            ELSE span.last
        END
    FROM (SELECT coalesce($3::date, stats.day(horizon.moment) - 1)) AS wanted (last)
    CROSS JOIN LATERAL (SELECT coalesce($2::date, wanted.last - $6::integer + 1), wanted.last) AS span (first, last)
) AS day (first, last)
