-- Returns the verdicts on the days since the team's marks: of each app's newest four of a year, the opt-in rate from
-- the mark's day to the last day of which all answers are known, against as many days before. Metrics: Verdicts. kind:
-- that of a whole app (metric.verdict_kind), with p as it is, because the team asked about this day and no other; null
-- if either range has fewer people than minimum_cell. A range before an app's first day has no numbers.
CREATE OR REPLACE FUNCTION projection.mark_verdicts(to_day date, as_of timestamptz, minimum_cell integer)
RETURNS TABLE (
    app_id text,
    name text,
    kind text,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint,
    difference double precision,
    low double precision,
    high double precision,
    p double precision,
    detectable double precision,
    from_day_before date,
    from_day date
)
LANGUAGE sql STABLE
AS $$
WITH mark AS MATERIALIZED (
    SELECT
        newest_mark.app,
        newest_mark.app_id,
        newest_mark.name,
        newest_mark.day,
        settled.last_day,
        -- Empty, as the days since the mark, if none of these is settled.
        newest_mark.day - greatest(settled.last_day - newest_mark.day + 1, 0) AS first_day
    FROM (
        SELECT
            app_mark.*,
            row_number() OVER (
                PARTITION BY app_mark.app ORDER BY app_mark.day DESC, app_mark.name COLLATE "C" DESC
            ) AS place
        FROM (
            -- The same mark can be one of the app and one of all apps.
            SELECT DISTINCT app.app, app.app_id, team_mark.name, team_mark.day
            FROM analytics.team_mark
            INNER JOIN log.app ON app.app_id = team_mark.app_id OR team_mark.app_id IS NULL
            WHERE team_mark.day BETWEEN to_day - 364 AND to_day
        ) AS app_mark
    ) AS newest_mark
    CROSS JOIN (
        SELECT
            least(
                to_day, projection.last_settled_day(as_of, settings.conversion_window_seconds, settings.time_zone)
            ) AS last_day
        FROM projection.settings
    ) AS settled
    WHERE newest_mark.place <= 4
),

-- Every prompt has a row of the dimension os.
day_count AS MATERIALIZED (
    SELECT prompts.app, prompts.day, sum(prompts.people) AS people, sum(prompts.allowed) AS allowed
    FROM (
        SELECT min(mark.first_day) AS first_day, max(mark.last_day) AS last_day FROM mark HAVING count(*) > 0
    ) AS span
    CROSS JOIN LATERAL projection.prompts(span.first_day, span.last_day, as_of, '{os}') AS prompts
    GROUP BY prompts.app, prompts.day
),

app_start AS (
    SELECT step.app, min(step.day) AS first_day FROM projection.activity_steps(as_of) AS step GROUP BY step.app
),

mark_count AS (
    SELECT
        mark.app_id,
        mark.name,
        mark.day,
        mark.first_day,
        coalesce(sum(day_count.allowed) FILTER (WHERE day_count.day >= mark.day), 0)::bigint AS part,
        coalesce(sum(day_count.people) FILTER (WHERE day_count.day >= mark.day), 0)::bigint AS base,
        CASE WHEN app_start.first_day <= mark.first_day
            THEN coalesce(sum(day_count.allowed) FILTER (WHERE day_count.day < mark.day), 0)::bigint
        END AS part_before,
        CASE WHEN app_start.first_day <= mark.first_day
            THEN coalesce(sum(day_count.people) FILTER (WHERE day_count.day < mark.day), 0)::bigint
        END AS base_before
    FROM mark
    LEFT JOIN app_start ON app_start.app = mark.app
    LEFT JOIN day_count
        ON day_count.app = mark.app AND day_count.day BETWEEN mark.first_day AND mark.last_day
    GROUP BY mark.app_id, mark.name, mark.day, mark.first_day, app_start.first_day
)

SELECT
    mark_count.app_id,
    mark_count.name,
    CASE
        WHEN metric.is_small(mark_count.base, minimum_cell) OR metric.is_small(mark_count.base_before, minimum_cell)
            THEN NULL
        ELSE metric.verdict_kind(
            true, false, mark_count.part, mark_count.base, mark_count.part_before, mark_count.base_before,
            change.difference, metric.is_sure(change.p),
            metric.news(mark_count.part / nullif(mark_count.base, 0)::double precision, false)
        )
    END,
    mark_count.part,
    mark_count.base,
    mark_count.part_before,
    mark_count.base_before,
    change.difference,
    change.low,
    change.high,
    change.p,
    change.detectable,
    mark_count.first_day,
    mark_count.day
FROM mark_count
CROSS JOIN LATERAL metric.compared(
    mark_count.part, mark_count.base, mark_count.part_before, mark_count.base_before, false
) AS change
$$;
