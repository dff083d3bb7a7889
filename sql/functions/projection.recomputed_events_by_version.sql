-- Events of a range of days by app, day and the app version that they name, 0 for none, computed straight from the log:
-- for a horizon that the state has passed. For the parameters see events_of_days.
CREATE OR REPLACE FUNCTION projection.recomputed_events_by_version(
    from_day date, to_day date, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    app integer,
    day date,
    app_version integer,
    events bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT event.app, event.day, coalesce(event.app_version, 0), count(*)
FROM projection.events_of_days(from_day, to_day, known_by, up_to) AS event
GROUP BY event.app, event.day, coalesce(event.app_version, 0)
$$;
COMMENT ON FUNCTION projection.recomputed_events_by_version(date, date, timestamptz, bigint) IS
    'Events of a range of days by app, day and app version, from the log alone.';
