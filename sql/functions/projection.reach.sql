-- Returns installations by status at the end of each day, by app and OS version of their last event, for any of the
-- levels version, major and day (whole app); what a level leaves out is null. No row for an empty cell. Metrics: Reach,
-- Rest. Of the rest of an OS (metric.is_rest: by installations, added up over the days) the numbers are null.
-- Adds up daily changes (projection.reach_steps). Changes before the range count on the day before it. Sums are double
-- precision, which is exact below 2^53: sums of bigint are numeric, and took a fifth of the whole time.
CREATE OR REPLACE FUNCTION projection.reach(
    from_day date, to_day date, as_of timestamptz, levels text[] DEFAULT '{version}'
)
RETURNS TABLE (
    app integer,
    day date,
    level text,
    os_name text,
    os_major smallint,
    os_minor smallint,
    standing projection.standing
)
LANGUAGE sql STABLE
AS $$
WITH step AS (SELECT * FROM projection.reach_steps(as_of)),

placed AS (
    SELECT
        {statuses+moves: step.#},
        step.app,
        greatest(step.day, from_day - 1) AS day,
        level,
        CASE WHEN level <> 'day' THEN step.os_name END AS os_name,
        CASE WHEN level <> 'day' THEN step.os_major END AS os_major,
        CASE WHEN level = 'version' THEN step.os_minor END AS os_minor
    FROM step
    CROSS JOIN unnest(levels) AS level
    WHERE step.day <= (SELECT metric.last_day(to_day, as_of))
),

rest AS MATERIALIZED (
    SELECT valued.app, valued.level, valued.name
    FROM (
        SELECT
            placed.app,
            placed.level,
            own.name,
            row_number() OVER (
                PARTITION BY placed.app, placed.level
                ORDER BY
                    sum((0 {statuses| + placed.#}) * (to_day - placed.day + 1)) DESC,
                    own.name COLLATE "C"
            ) AS place
        FROM placed
        CROSS JOIN LATERAL (
            SELECT placed.os_name || ' ' || placed.os_major || coalesce('.' || placed.os_minor, '')
        ) AS own (name)
        WHERE placed.level <> 'day' AND metric.values_shown() IS NOT NULL
        GROUP BY placed.app, placed.level, own.name
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

folded AS (
    SELECT
        placed.app, placed.day, placed.level, placed.os_name, {statuses+moves: placed.#},
        CASE WHEN rest.name IS NULL THEN placed.os_major END AS os_major,
        CASE WHEN rest.name IS NULL THEN placed.os_minor END AS os_minor
    FROM placed
    LEFT JOIN rest
        ON rest.app = placed.app
        AND rest.level = placed.level
        AND rest.name = placed.os_name || ' ' || placed.os_major || coalesce('.' || placed.os_minor, '')
),

stood AS (
    SELECT
        placed.app,
        placed.day,
        placed.level,
        placed.os_name,
        placed.os_major,
        placed.os_minor,
        {moves: sum(placed.#::double precision)::bigint AS #},
        {statuses: (sum(sum(placed.#::double precision)) OVER so_far)::bigint AS #},
        -- The sums hold until the day before the next change.
        coalesce(lead(placed.day) OVER so_far, (SELECT metric.last_day(to_day, as_of)) + 1) AS next_day
    FROM folded AS placed
    GROUP BY placed.app, placed.day, placed.level, placed.os_name, placed.os_major, placed.os_minor
    WINDOW so_far AS (
        PARTITION BY placed.app, placed.level, placed.os_name, placed.os_major, placed.os_minor ORDER BY placed.day
    )
)

SELECT
    stood.app,
    stood.day + later.days,
    stood.level,
    stood.os_name,
    stood.os_major,
    stood.os_minor,
    ROW(
        total.installations,
        {statuses: stood.#},
        total.reachable,
        total.reachable + stood.denied + stood.not_determined,
        {moves: CASE WHEN later.days = 0 THEN stood.# ELSE 0 END}
    )::projection.standing
FROM stood
CROSS JOIN LATERAL (
    SELECT {reachable: #of AS #}, 0 {statuses| + stood.#} AS installations
) AS total
CROSS JOIN LATERAL generate_series(
    CASE WHEN stood.day < from_day THEN 1 ELSE 0 END, stood.next_day - stood.day - 1
) AS later (days)
WHERE total.installations > 0
$$;
