-- Sends and direct opens by app, weekday and hour of the send over a range of days. Metrics: Opens.
-- weekday: 1 is Monday; hour: 0 to 23, both in the time zone of the settings.
-- from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is read instead.
CREATE OR REPLACE FUNCTION projection.hour_opens(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    weekday smallint,
    hour smallint,
    sent bigint,
    direct_opens bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    cell.app,
    extract(isodow FROM cell.day)::smallint,
    cell.hour,
    sum(cell.sent)::bigint,
    sum(cell.direct_opens)::bigint
FROM projection.hour_cell AS cell
WHERE projection.is_all_known('opens', known_by)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY cell.app, extract(isodow FROM cell.day), cell.hour
HAVING sum(cell.sent) > 0
UNION ALL
SELECT
    past.app,
    extract(isodow FROM past.day)::smallint,
    past.hour,
    count(*),
    count(*) FILTER (WHERE past.is_opened)
FROM projection.past(NULL::projection.past_sends, known_by) AS past
WHERE NOT projection.is_all_known('opens', known_by)
    AND past.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY past.app, extract(isodow FROM past.day), past.hour
$$;
COMMENT ON FUNCTION projection.hour_opens(date, date, timestamptz) IS
    'Sends and direct opens by app, weekday and hour, for sends from from_day to to_day.';
