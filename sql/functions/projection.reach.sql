-- Installations by status at the end of each day, by app and OS version of their last event; a row for each day and cell with
-- anybody in it. Metrics: Reach. levels: see reach_steps_known_by.
CREATE OR REPLACE FUNCTION projection.reach(
    from_day date, to_day date, known_by timestamptz, levels text[] DEFAULT '{version}'
)
RETURNS TABLE (
    app integer,
    day date,
    os_name text,
    os_major smallint,
    os_minor smallint,
    standing projection.standing
)
LANGUAGE sql STABLE
AS $$
WITH stood AS (
    SELECT
        step.app,
        step.day,
        step.os_name,
        step.os_major,
        step.os_minor,
        step.gained::bigint AS gained,
        step.lost::bigint AS lost,
        (sum(step.authorized) OVER so_far)::bigint AS authorized,
        (sum(step.provisional) OVER so_far)::bigint AS provisional,
        (sum(step.ephemeral) OVER so_far)::bigint AS ephemeral,
        (sum(step.denied) OVER so_far)::bigint AS denied,
        (sum(step.not_determined) OVER so_far)::bigint AS not_determined,
        (sum(step.unknown) OVER so_far)::bigint AS unknown,
        -- The state holds up to the day before the next step.
        coalesce(lead(step.day) OVER so_far, least(to_day, (SELECT stats.day(known_by))) + 1) AS next_day
    FROM projection.reach_steps_known_by(
        from_day, least(to_day, (SELECT stats.day(known_by))), known_by, levels
    ) AS step
    WINDOW so_far AS (PARTITION BY step.app, step.os_name, step.os_major, step.os_minor ORDER BY step.day)
)

SELECT
    stood.app,
    stood.day + later.days,
    stood.os_name,
    stood.os_major,
    stood.os_minor,
    ROW(
        total.installations, stood.authorized, stood.provisional, stood.ephemeral, stood.denied, stood.not_determined,
        stood.unknown, total.reachable, total.reachable + stood.denied + stood.not_determined,
        CASE WHEN later.days = 0 THEN stood.gained ELSE 0 END,
        CASE WHEN later.days = 0 THEN stood.lost ELSE 0 END
    )::projection.standing
FROM stood
CROSS JOIN LATERAL (
    SELECT
        stood.authorized + stood.provisional + stood.ephemeral AS reachable,
        stood.authorized + stood.provisional + stood.ephemeral + stood.denied + stood.not_determined + stood.unknown
            AS installations
) AS total
CROSS JOIN LATERAL generate_series(
    CASE WHEN stood.day < from_day THEN 1 ELSE 0 END, stood.next_day - stood.day - 1
) AS later (days)
WHERE total.installations > 0
$$;
