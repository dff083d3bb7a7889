-- Events of a range of days by app, day and the app version that they name, 0 for none, as version_cell holds them.
-- from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is read instead.
CREATE OR REPLACE FUNCTION projection.events_by_version(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    app_version integer,
    events bigint
)
LANGUAGE sql STABLE
AS $$
SELECT cell.app, cell.day, cell.app_version, cell.events
FROM projection.version_cell AS cell
WHERE projection.is_all_known('quality', known_by)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
UNION ALL
SELECT recomputed.*
FROM projection.recomputed_events_by_version(from_day, to_day, known_by, projection.held('quality')) AS recomputed
WHERE NOT projection.is_all_known('quality', known_by)
$$;
COMMENT ON FUNCTION projection.events_by_version(date, date, timestamptz) IS
    'Events of a range of days, by app, day and app version.';
