-- Win-back by OS version, OS major and app over a range of days of the question: who was asked to turn notifications on in Settings,
-- went there and came back. Metrics: Win-back, Privacy. level: version (os_version is major.minor), major or app (os_name and
-- os_version are null).
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people have no numbers, and if that leaves one
-- version of an app and OS blank, neither does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.win_back_levels(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    win_back projection.win_back
)
LANGUAGE sql STABLE
AS $$
WITH counted AS (
    SELECT
        CASE grouping(person.major, person.minor) WHEN 0 THEN 'version' WHEN 1 THEN 'major' ELSE 'app' END AS level,
        person.app_id,
        person.os_name,
        person.major,
        person.minor,
        count(*) AS asked,
        count(person.went_at) AS went,
        count(*) FILTER (WHERE person.has_returned) AS returned
    -- Apart by its OFFSET, since on a cluster's tables there are no grouping sets.
    FROM (
        SELECT app.app_id, os.os_name, os.major, os.minor, journey.went_at, journey.has_returned
        FROM projection.journeys_known_by(known_by) AS journey
        INNER JOIN log.app ON app.app = journey.app
        INNER JOIN log.os ON os.os = journey.asked_os
        -- A day wider than the range, for the index. Settings are looked up apart: as a join the planner would read every journey.
        WHERE journey.asked_at >= (SELECT (from_day - 1)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
            AND journey.asked_at < (SELECT (to_day + 2)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
            AND (journey.asked_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
                BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
        OFFSET 0
    ) AS person
    GROUP BY GROUPING SETS (
        (person.app_id), (person.app_id, person.os_name, person.major), (person.app_id, person.os_name, person.major, person.minor)
    )
),

cell AS (
    SELECT
        counted.*,
        counted.major || coalesce('.' || counted.minor, '') AS os_version,
        projection.is_withheld(counted.asked, minimum_cell) OVER (
            PARTITION BY counted.level, counted.app_id, counted.os_name, CASE counted.level WHEN 'major' THEN counted.major END
            ORDER BY counted.asked, counted.major, counted.minor
        ) AS is_withheld
    FROM counted
)

SELECT
    cell.level,
    cell.app_id,
    cell.os_name,
    cell.os_version,
    CASE WHEN NOT cell.is_withheld THEN (cell.asked, cell.went, cell.returned, rate.*)::projection.win_back END
FROM cell
CROSS JOIN LATERAL projection.published_rate(cell.returned, cell.asked) AS rate
$$;
