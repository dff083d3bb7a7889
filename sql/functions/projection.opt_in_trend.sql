-- The grant rate by day of the prompt, pooled over the 7 days that end with it, for each app and for each of its OS majors.
-- level: 'app', with a row for every day up to the horizon's, or 'major', with one for each day in whose 7 days someone was
-- asked.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: a smaller number of people is null, and so is prompted
-- of a major; where that leaves one major of a day without a rate, so is the smallest of those with enough.
CREATE OR REPLACE FUNCTION projection.opt_in_trend(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
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
WITH daily AS MATERIALIZED (
    SELECT funnels.*, projection.settled(funnels.granted + funnels.denied, funnels.undecided) AS settled
    FROM projection.opt_in_funnels(from_day - 6, to_day, known_by, '{day,os_major}') AS funnels
),

-- A day is in its own pool and in those of the 6 days after it.
pooled AS (
    SELECT
        CASE grouping(daily.os_major) WHEN 0 THEN 'major' ELSE 'app' END AS level,
        daily.app_id,
        daily.os_name,
        daily.os_major,
        pool.day,
        coalesce(sum(daily.prompted) FILTER (WHERE daily.day = pool.day), 0) AS prompted,
        sum(daily.settled) AS settled,
        sum(daily.granted) AS granted
    FROM daily
    CROSS JOIN LATERAL (
        SELECT daily.day + later.days AS day FROM generate_series(0, 6) AS later (days)
    ) AS pool
    WHERE pool.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
    GROUP BY GROUPING SETS ((daily.app_id, pool.day), (daily.app_id, daily.os_major, pool.day, daily.os_name))
),

every_day AS (
    SELECT seen.app_id, calendar.day::date AS day
    FROM (SELECT DISTINCT daily.app_id FROM daily) AS seen
    CROSS JOIN generate_series(
        from_day::timestamp, least(to_day, (SELECT analytics.day(known_by)))::timestamp, interval '1 day'
    ) AS calendar (day)
),

shown AS (
    SELECT
        pooled.level,
        pooled.app_id,
        pooled.os_name,
        pooled.os_major,
        pooled.day,
        pooled.prompted::bigint AS prompted,
        pooled.settled::bigint AS settled,
        pooled.granted::bigint AS granted
    FROM pooled
    WHERE pooled.level = 'major'
    UNION ALL
    SELECT
        'app',
        every_day.app_id,
        NULL,
        NULL,
        every_day.day,
        coalesce(pooled.prompted, 0)::bigint,
        coalesce(pooled.settled, 0)::bigint,
        coalesce(pooled.granted, 0)::bigint
    FROM every_day
    LEFT JOIN pooled ON pooled.level = 'app' AND pooled.app_id = every_day.app_id AND pooled.day = every_day.day
),

cell AS (
    SELECT
        shown.*,
        projection.is_withheld(shown.settled, minimum_cell) OVER (
            PARTITION BY shown.level, shown.app_id, shown.day ORDER BY shown.settled, shown.os_name, shown.os_major
        ) AS is_withheld
    FROM shown
)

SELECT
    cell.level,
    cell.app_id,
    cell.os_name,
    cell.os_major::text,
    cell.day,
    CASE
        WHEN minimum_cell = 0 OR (cell.level = 'app' AND NOT projection.is_small(cell.prompted, minimum_cell))
            THEN cell.prompted
    END,
    CASE WHEN NOT cell.is_withheld THEN cell.settled END,
    pooled_rate.rate,
    pooled_rate.low,
    pooled_rate.high,
    -- The last moment of the day is still within its window at the horizon.
    (cell.day + 1)::timestamp AT TIME ZONE settings.time_zone
        + make_interval(secs => settings.conversion_window_seconds) > known_by
FROM cell
CROSS JOIN projection.settings
LEFT JOIN LATERAL projection.published_rate(cell.granted, cell.settled) AS pooled_rate ON NOT cell.is_withheld
ORDER BY cell.app_id COLLATE "C", cell.level COLLATE "C", cell.os_name COLLATE "C", cell.os_major DESC, cell.day
$$;
COMMENT ON FUNCTION projection.opt_in_trend(date, date, timestamptz, integer) IS
    'Grant rate by app or OS major and day, pooled over 7 days, with its Wilson interval.';
