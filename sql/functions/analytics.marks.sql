-- Returns what happened on a day, for the trends: the first day on which 30 people had been asked on an OS version or by
-- an app version, and the team's own marks, those of all apps once for each app.
-- is_new: whether a version came out while its app had events: no later version of that OS, or of the app, had 30 people
-- by then, and no one was asked on it in the app's first 7 days. Pages show only these, because the 30th person on a
-- version that few still use tells nothing. With a minimum_cell above 30, that many people are needed.
CREATE OR REPLACE FUNCTION analytics.marks(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE ({marks: # #type})
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_sort = off
AS $$
WITH prompts AS MATERIALIZED (
    SELECT prompt.app, prompt.day, prompt.dimension, prompt.value, sum(prompt.people) AS people
    -- Events are never before 2008 in UTC, which is still 2007 in some time zones.
    FROM projection.prompts(
        '2007-12-01', to_day, (SELECT metric.cutoff(as_of)), '{os,app_version}'
    ) AS prompt
    GROUP BY prompt.app, prompt.day, prompt.dimension, prompt.value
    -- What a past horizon takes away can leave nothing.
    HAVING sum(prompt.people) > 0
),

version AS (
    SELECT
        prompts.app,
        prompts.day,
        'os_version' AS kind,
        os.os_name AS system,
        os.os_name || ' ' || os.major || '.' || os.minor AS name,
        ARRAY[os.major, os.minor]::numeric[] AS numbers,
        sum(prompts.people) AS people
    FROM prompts
    INNER JOIN log.os ON os.os = prompts.value
    WHERE prompts.dimension = 'os'
    GROUP BY prompts.app, prompts.day, os.os_name, os.major, os.minor
    UNION ALL
    SELECT
        prompts.app, prompts.day, 'app_version', '', word.text, stats.version_numbers(word.text), sum(prompts.people)
    FROM prompts
    INNER JOIN log.word ON word.word = prompts.value
    WHERE prompts.dimension = 'app_version'
    GROUP BY prompts.app, prompts.day, word.text
),

version_day AS (
    SELECT
        version.*,
        sum(version.people) OVER by_day AS people_so_far,
        min(version.day) OVER by_day AS first_day,
        min(version.day) OVER (PARTITION BY version.app) AS app_day
    FROM version
    WINDOW by_day AS (PARTITION BY version.app, version.kind, version.name ORDER BY version.day)
),

milestone AS (
    SELECT
        version_day.app, version_day.kind, version_day.system, version_day.name, version_day.numbers,
        version_day.app_day,
        min(version_day.first_day) AS first_day,
        min(version_day.day) AS day,
        max(version_day.numbers) OVER (
            PARTITION BY version_day.app, version_day.kind, version_day.system ORDER BY min(version_day.day)
        ) AS latest_numbers
    FROM version_day
    WHERE version_day.people_so_far >= greatest(30, minimum_cell)
    GROUP BY
        version_day.app, version_day.kind, version_day.system, version_day.name, version_day.numbers,
        version_day.app_day
),

mark AS (
    SELECT
        app.app_id,
        milestone.day,
        milestone.kind,
        milestone.name,
        milestone.first_day >= milestone.app_day + 7
            AND (milestone.latest_numbers > milestone.numbers) IS NOT TRUE AS is_new
    FROM milestone
    INNER JOIN log.app ON app.app = milestone.app
    UNION ALL
    -- The same mark can be one of the app and one of all apps.
    SELECT DISTINCT app.app_id, team_mark.day, 'team', team_mark.name, true
    FROM analytics.team_mark
    INNER JOIN log.app ON app.app_id = team_mark.app_id OR team_mark.app_id IS NULL
)

SELECT mark.app_id, mark.day, mark.kind, mark.name, mark.is_new
FROM mark
WHERE mark.day BETWEEN from_day AND (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
ORDER BY mark.app_id COLLATE "C", mark.day, mark.kind COLLATE "C", mark.name COLLATE "C"
$$;
