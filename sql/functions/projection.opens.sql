-- Opens by app, day and system with all parts of its version; os is 0 where there is none. Metrics: Opens.
-- opened_24h: of all sends, also of those whose 24 hours are not over (projection.recent_sends).
-- from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is read instead.
CREATE OR REPLACE FUNCTION projection.opens(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    os integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint,
    active bigint,
    opened_24h bigint
)
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT
        state.app, state.day, state.os, state.sent, state.received, state.direct_opens, state.influenced_opens,
        state.openers, state.active, state.opened_24h
    FROM projection.opens_cell AS state
    WHERE projection.is_all_known('opens', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.past_opens, known_by) AS past
    WHERE NOT projection.is_all_known('opens', known_by)
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
    AND (cell.sent > 0 OR cell.openers > 0 OR cell.active > 0)
$$;
COMMENT ON FUNCTION projection.opens(date, date, timestamptz) IS 'Opens by app, day and system.';
