-- Opens by app, day and system with all parts of its version; os is 0 where there is none. Metrics: Opens.
-- from_day, to_day: inclusive; known_by: the horizon; late_by: see known_engagement. Where the state can't answer for them, the
-- log is read instead. With late_by several rows of a day and system add up.
CREATE OR REPLACE FUNCTION projection.opens(
    from_day date, to_day date, known_by timestamptz, late_by timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app integer,
    day date,
    os integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint,
    active bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    cell.app, cell.day, cell.os, cell.sent, cell.received, cell.direct_opens, cell.influenced_opens, cell.openers,
    cell.active
FROM projection.opens_cell AS cell
WHERE projection.answers('opens', known_by, late_by, to_day)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
    AND (cell.sent > 0 OR cell.openers > 0 OR cell.active > 0)
UNION ALL
-- Of one type in all parts: then whoever asks for openers alone is spared this one by the planner.
SELECT
    taken_back.app, taken_back.day, taken_back.os, taken_back.sent, taken_back.received, taken_back.direct_opens,
    taken_back.influenced_opens, 0::bigint, 0::bigint
FROM projection.opens_taken_back(known_by) AS taken_back
WHERE late_by IS NOT NULL
    AND projection.answers('opens', known_by, late_by, to_day)
    AND taken_back.day BETWEEN from_day AND to_day
UNION ALL
SELECT recomputed.*
FROM projection.settings
CROSS JOIN LATERAL projection.recomputed_opens(
    known_by, projection.held('opens'), settings.time_zone, settings.open_window_seconds,
    settings.influence_window_seconds, late_by
) AS recomputed
WHERE NOT projection.answers('opens', known_by, late_by, to_day)
    AND recomputed.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
$$;
COMMENT ON FUNCTION projection.opens(date, date, timestamptz, timestamptz) IS 'Opens by app, day and system.';
