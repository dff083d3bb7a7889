-- Provisional trials by OS version, OS major and app over a range of days of their start. Metrics: Provisional, Privacy.
-- level: version (os_version is major.minor), major or app (os_name and os_version are null). kept, ended: the keep rate is kept of
-- ended.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people have no numbers, and if that leaves one
-- version of an app and OS blank, neither does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.provisional_levels(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    kept bigint,
    ended bigint,
    trials projection.trials
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
        count(*) AS started,
        count(*) FILTER (WHERE person.outcome = 'kept_prominent') AS kept_prominent,
        count(*) FILTER (WHERE person.outcome = 'kept_quiet') AS kept_quiet,
        count(*) FILTER (WHERE person.outcome = 'kept_unspecified') AS kept_unspecified,
        count(*) FILTER (WHERE person.outcome = 'turned_off') AS turned_off,
        count(*) FILTER (WHERE person.outcome = 'upgraded') AS upgraded,
        count(*) FILTER (WHERE person.outcome = 'refused') AS refused,
        count(*) FILTER (WHERE person.outcome IS NULL) AS pending,
        count(*) FILTER (
            WHERE person.outcome IN ('kept_prominent', 'kept_quiet', 'kept_unspecified', 'upgraded')
        ) AS kept,
        count(person.outcome) AS ended
    -- Apart by its OFFSET, since on a cluster's tables there are no grouping sets.
    FROM (
        SELECT app.app_id, os.os_name, os.major, os.minor, journey.outcome
        FROM projection.journeys_known_by(known_by) AS journey
        INNER JOIN log.app ON app.app = journey.app
        INNER JOIN log.os ON os.os = journey.trial_os
        -- A day wider than the range, for the index. Settings are looked up apart: as a join the planner would read every journey.
        WHERE journey.trial_at >= (SELECT (from_day - 1)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
            AND journey.trial_at < (SELECT (to_day + 2)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
            AND (journey.trial_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
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
        projection.is_withheld(counted.started, minimum_cell) OVER (
            PARTITION BY counted.level, counted.app_id, counted.os_name, CASE counted.level WHEN 'major' THEN counted.major END
            ORDER BY counted.started, counted.major, counted.minor
        ) AS is_withheld
    FROM counted
)

SELECT cell.level, cell.app_id, cell.os_name, cell.os_version, shown.*
FROM cell
LEFT JOIN LATERAL (
    SELECT cell.kept, cell.ended, (
        cell.started, cell.kept_prominent, cell.kept_quiet, cell.kept_unspecified, cell.turned_off, cell.upgraded,
        cell.refused, cell.pending, rate.*
    )::projection.trials
    FROM projection.published_rate(cell.kept, cell.ended) AS rate
    WHERE NOT cell.is_withheld
) AS shown ON true
$$;
