-- Events of a range of days by app, day and the app version that they name, 0 for none, as version_cell holds them.
CREATE OR REPLACE FUNCTION projection.events_by_version(from_day date, to_day date, known_by timestamptz)
RETURNS SETOF projection.quality
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.app, state.day, NULL::integer, state.app_version, state.events, NULL::bigint, NULL::bigint
    FROM projection.version_cell AS state
    WHERE projection.is_all_known('quality', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.quality, known_by) AS past
    WHERE NOT projection.is_all_known('quality', known_by) AND past.app_version IS NOT NULL
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
$$;
