-- The days around the openings of the work table fresh_event, as a span of each installation: what new openings can change.
CREATE OR REPLACE FUNCTION projection.fresh_spans() RETURNS projection.span[]
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN ARRAY(
        SELECT (
            min(event.effective_at) - interval '2 days',
            max(event.effective_at) + interval '2 days',
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
