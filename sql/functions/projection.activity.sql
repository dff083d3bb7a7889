-- Activity over 28 days by app and day, a row for each day of the range from the app's first on. Metrics: Opens.
-- reachable: at the end of the day. from_day, to_day: inclusive; known_by: the horizon; late_by: see known_engagement. Where
-- the state can't answer for them, the log is read instead.
CREATE OR REPLACE FUNCTION projection.activity(
    from_day date, to_day date, known_by timestamptz, late_by timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app integer,
    day date,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reachable bigint
)
LANGUAGE sql STABLE
AS $$
WITH stood AS (
    SELECT
        step.app,
        step.day,
        sum(step.active_28d) OVER so_far AS active_28d,
        sum(step.openers_28d) OVER so_far AS openers_28d,
        sum(step.reachable_28d) OVER so_far AS reachable_28d,
        sum(step.reachable) OVER so_far AS reachable,
        -- The state holds up to the day before the next step.
        coalesce(lead(step.day) OVER so_far, 'infinity') AS next_day
    FROM (
        SELECT
            known.app,
            known.day,
            sum(known.active_28d) AS active_28d,
            sum(known.openers_28d) AS openers_28d,
            sum(known.reachable_28d) AS reachable_28d,
            sum(known.reachable) AS reachable
        FROM (
            SELECT kept.app, kept.day, kept.active_28d, kept.openers_28d, kept.reachable_28d, kept.reachable
            FROM projection.activity_step AS kept
            UNION ALL
            SELECT taken_back.app, taken_back.day, 0, 0, taken_back.reachable_28d, taken_back.reachable
            FROM projection.activity_taken_back(known_by, late_by) AS taken_back
            WHERE late_by IS NOT NULL
        ) AS known
        WHERE projection.answers('activity', known_by, late_by, to_day)
        GROUP BY known.app, known.day
    ) AS step
    WINDOW so_far AS (PARTITION BY step.app ORDER BY step.day)
)

SELECT
    stood.app,
    days.day::date,
    stood.active_28d::bigint,
    stood.openers_28d::bigint,
    stood.reachable_28d::bigint,
    stood.reachable::bigint
FROM stood
CROSS JOIN LATERAL generate_series(
    greatest(stood.day, from_day)::timestamp,
    least(stood.next_day - 1, to_day, (SELECT analytics.day(known_by)))::timestamp,
    interval '1 day'
) AS days (day)
WHERE stood.next_day > from_day
UNION ALL
SELECT recomputed.*
FROM projection.settings
CROSS JOIN LATERAL projection.recomputed_activity(
    known_by, projection.held('activity'), settings.time_zone, from_day,
    least(to_day, (SELECT analytics.day(known_by))), late_by
) AS recomputed
WHERE NOT projection.answers('activity', known_by, late_by, to_day)
$$;
COMMENT ON FUNCTION projection.activity(date, date, timestamptz, timestamptz) IS
    'Active installations over the 28 days that end with each day, and reachable ones, by app.';
