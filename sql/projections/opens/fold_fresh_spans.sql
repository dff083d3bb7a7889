-- The days of the openings of the work table fresh_event, as a span of each installation: what new openings can change.
-- Where clocks are set back, a day can begin before the instant that is given for its midnight. Since 1970 no zone was set back by
-- more than 7 hours (Antarctica/Vostok, 1994; time zone database), so a span reaches 8 hours further.
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
