-- Returns installations by status and level at the end of each day, by app and OS version of their last event, for any
-- of the levels version, major and day (whole app); what a level leaves out is null. No row for an empty cell.
-- Metrics: Reach, Rest. Of the rest of an OS (metric.is_rest: by installations, added up over the days) the numbers
-- are null. Adds up daily changes (projection.daily_reach_changes). Changes before the range count on the day before
-- it. Sums are double precision, which is exact below 2^53: sums of bigint are numeric, and took a fifth of the whole
-- time.
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
    status_counts projection.status_counts
)
LANGUAGE sql STABLE
AS $$
WITH daily_change AS (SELECT * FROM projection.daily_reach_changes(as_of)),

level_change AS (
    SELECT
        {statuses+moves+levels: daily_change.#},
        daily_change.app,
        greatest(daily_change.day, from_day - 1) AS day,
        level,
        CASE WHEN level <> 'day' THEN daily_change.os_name END AS os_name,
        CASE WHEN level <> 'day' THEN daily_change.os_major END AS os_major,
        CASE WHEN level = 'version' THEN daily_change.os_minor END AS os_minor
    FROM daily_change
    CROSS JOIN unnest(levels) AS level
    WHERE daily_change.day <= (SELECT metric.last_day(to_day, as_of))
),

named_change AS (
    SELECT
        level_change.*,
        version.name,
        sum((0 {statuses| + level_change.#}) * (to_day - level_change.day + 1)) OVER (
            PARTITION BY level_change.app, level_change.level, version.name
        ) AS of_version
    FROM level_change
    CROSS JOIN LATERAL (
        SELECT level_change.os_name || ' ' || level_change.os_major || coalesce('.' || level_change.os_minor, '')
    ) AS version (name)
),

ranked_change AS (
    SELECT
        named_change.*,
        named_change.level <> 'day' AND metric.is_rest(
            dense_rank() OVER (
                PARTITION BY named_change.app, named_change.level
                ORDER BY named_change.of_version DESC, named_change.name COLLATE "C"
            )
        ) AS is_rest
    FROM named_change
),

folded_change AS (
    SELECT
        change.app, change.day, change.level, change.os_name, {statuses+moves+levels: change.#},
        CASE WHEN NOT change.is_rest THEN change.os_major END AS os_major,
        CASE WHEN NOT change.is_rest THEN change.os_minor END AS os_minor
    FROM ranked_change AS change
),

span AS (
    SELECT
        change.app,
        change.day,
        change.level,
        change.os_name,
        change.os_major,
        change.os_minor,
        {moves: sum(change.#::double precision)::bigint AS #},
        {statuses+levels: (sum(sum(change.#::double precision)) OVER so_far)::bigint AS #},
        -- The sums hold until the day before the next change.
        coalesce(lead(change.day) OVER so_far, (SELECT metric.last_day(to_day, as_of)) + 1) AS next_day
    FROM folded_change AS change
    GROUP BY change.app, change.day, change.level, change.os_name, change.os_major, change.os_minor
    WINDOW so_far AS (
        PARTITION BY change.app, change.level, change.os_name, change.os_major, change.os_minor ORDER BY change.day
    )
)

SELECT
    span.app,
    span.day + shift.days,
    span.level,
    span.os_name,
    span.os_major,
    span.os_minor,
    ROW(
        total.installations,
        {statuses: span.#},
        total.reachable,
        total.reachable + span.denied + span.not_determined,
        {moves: CASE WHEN shift.days = 0 THEN span.# ELSE 0 END},
        {levels: span.#}
    )::projection.status_counts
FROM span
CROSS JOIN LATERAL (
    SELECT {reachable: #of AS #}, 0 {statuses| + span.#} AS installations
) AS total
CROSS JOIN LATERAL generate_series(
    CASE WHEN span.day < from_day THEN 1 ELSE 0 END, span.next_day - span.day - 1
) AS shift (days)
WHERE total.installations > 0
$$;
