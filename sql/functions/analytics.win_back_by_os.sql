-- Win-back by app and OS version over a range of days of the question: who was asked to turn notifications on in Settings,
-- went there and came back. Metrics: Win-back, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer people keep their
-- keys alone, and where that leaves one row of an app and OS blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.win_back_by_os(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    asked bigint,
    went bigint,
    returned bigint,
    return_rate numeric,
    return_rate_low numeric,
    return_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH counted AS (
    SELECT
        app.app_id,
        os.os_name,
        os.major,
        os.minor,
        count(*) AS asked,
        projection.is_small(count(*), minimum_cell) AS is_small,
        count(*) FILTER (WHERE question.went_at IS NOT NULL) AS went,
        count(*) FILTER (WHERE question.has_returned) AS returned
    FROM (SELECT coalesce(as_of, analytics.horizon()) AS known_by OFFSET 0) AS horizon
    CROSS JOIN LATERAL (
        SELECT
            journey.app,
            journey.asked_os,
            journey.went_at,
            journey.has_returned,
            (journey.asked_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day
        FROM projection.journeys_known_by(horizon.known_by) AS journey
        -- A day wider than the range, for the index; the day itself is compared below. Settings are looked up apart: as a join
        -- the planner would read every journey.
        WHERE journey.asked_at
                >= (from_day - 1)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
            AND journey.asked_at
                < (to_day + 2)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
    ) AS question
    INNER JOIN log.app ON app.app = question.app
    INNER JOIN log.os ON os.os = question.asked_os
    WHERE question.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(coalesce(as_of, analytics.horizon()))))
    GROUP BY app.app_id, os.os_name, os.major, os.minor
),

grouped AS (
    SELECT
        counted.*,
        projection.is_withheld(counted.is_small, counted.asked) OVER (
            PARTITION BY counted.app_id, counted.os_name
            ORDER BY counted.is_small DESC, counted.asked, counted.major, counted.minor
        ) AS is_withheld
    FROM counted
)

SELECT
    grouped.app_id,
    grouped.os_name,
    grouped.major || '.' || grouped.minor,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.asked,
        grouped.went,
        grouped.returned,
        rate.*
    FROM projection.published_rate(grouped.returned, grouped.asked) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", grouped.os_name COLLATE "C", grouped.major, grouped.minor
$$;
COMMENT ON FUNCTION analytics.win_back_by_os(date, date, timestamptz, integer) IS
    'Win-back by app and OS version of the question, for questions from from_day to to_day.';
