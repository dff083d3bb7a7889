-- The days of the openings of the work table fresh_event, as a span of each installation: what new openings can change.
-- A day can begin before its midnight and end after it, where clocks were set back; since 1970 by 7 hours at most
-- (Antarctica/Vostok in 1994, by the time zone database).
CREATE OR REPLACE FUNCTION projection.fresh_spans() RETURNS projection.span[]
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    zone text := (SELECT settings.time_zone FROM settings);
BEGIN
    RETURN ARRAY(
        SELECT (
            min((event.effective_at AT TIME ZONE zone)::date)::timestamp AT TIME ZONE zone - interval '8 hours',
            (max((event.effective_at AT TIME ZONE zone)::date) + 1)::timestamp AT TIME ZONE zone + interval '8 hours',
            event.app,
            event.installation_id
        )::projection.span
        FROM fresh_event AS event
        WHERE event.type IN ('notification_opened', 'app_opened')
        GROUP BY event.installation_id, event.app
        ORDER BY event.installation_id, event.app
    );
END
$$;
