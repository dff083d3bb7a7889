-- The grant rate by day of the prompt, pooled over the 7 days that end with it, for each app; every day up to the
-- horizon's has a row.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: a smaller number of people is null.
CREATE OR REPLACE FUNCTION projection.opt_in_trend(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    day date,
    prompted bigint,
    pooled_base bigint,
    pooled_rate numeric,
    pooled_rate_low numeric,
    pooled_rate_high numeric,
    is_open boolean
)
LANGUAGE sql STABLE
AS $$
WITH daily AS (
    SELECT
        opt_in.app,
        opt_in.day,
        count(*) AS prompted,
        count(*) FILTER (WHERE NOT opt_in.is_open) AS settled,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted
    FROM projection.opt_in(from_day - 6, to_day, known_by) AS opt_in
    GROUP BY opt_in.app, opt_in.day
),

every_day AS (
    SELECT
        app.app_id,
        calendar.day::date AS day,
        coalesce(daily.prompted, 0) AS prompted,
        sum(daily.settled) OVER last_7_days AS settled,
        sum(daily.granted) OVER last_7_days AS granted
    FROM (SELECT DISTINCT daily.app FROM daily) AS seen
    INNER JOIN log.app ON app.app = seen.app
    CROSS JOIN generate_series(
        (from_day - 6)::timestamp, least(to_day, (SELECT analytics.day(known_by)))::timestamp, interval '1 day'
    ) AS calendar (day)
    LEFT JOIN daily ON daily.app = app.app AND daily.day = calendar.day::date
    WINDOW last_7_days AS (PARTITION BY app.app_id ORDER BY calendar.day ROWS 6 PRECEDING)
),

pooled AS (
    SELECT
        every_day.app_id,
        every_day.day,
        every_day.prompted,
        coalesce(every_day.settled, 0)::bigint AS settled,
        coalesce(every_day.granted, 0)::bigint AS granted
    FROM every_day
)

SELECT
    pooled.app_id,
    pooled.day,
    CASE WHEN pooled.prompted = 0 OR pooled.prompted >= minimum_cell THEN pooled.prompted END,
    CASE WHEN pooled.settled >= minimum_cell THEN pooled.settled ELSE 0 END,
    CASE WHEN pooled.settled >= minimum_cell
        THEN analytics.published(pooled.granted::numeric / nullif(pooled.settled, 0)) END,
    CASE WHEN pooled.settled >= minimum_cell
        THEN analytics.published(analytics.wilson_low(pooled.granted, pooled.settled)) END,
    CASE WHEN pooled.settled >= minimum_cell
        THEN analytics.published(analytics.wilson_high(pooled.granted, pooled.settled)) END,
    -- The last moment of the day is still within its window at the horizon.
    (pooled.day + 1)::timestamp AT TIME ZONE settings.time_zone
        + make_interval(secs => settings.conversion_window_seconds) > known_by
FROM pooled
CROSS JOIN projection.settings
WHERE pooled.day >= from_day
ORDER BY pooled.app_id COLLATE "C", pooled.day
$$;
COMMENT ON FUNCTION projection.opt_in_trend(date, date, timestamptz, integer) IS
    'Grant rate by app and day, pooled over 7 days, with its Wilson interval.';
