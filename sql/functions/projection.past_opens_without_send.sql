-- Returns the rows of open_without_send_cell as of a past horizon (as_of): opens not of trigger local that name no
-- notification, or one without a send. Metrics: Data quality. Called by projection.past. Reads the log.
CREATE OR REPLACE FUNCTION projection.past_opens_without_send(as_of timestamptz)
RETURNS SETOF projection.open_without_send_counts
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
SELECT open.app, (open.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date, count(*)
FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('opens')) AS open
WHERE open.type = 'notification_opened'
    AND open.trigger IS DISTINCT FROM 'local'
    AND NOT EXISTS (
        SELECT
        FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('opens')) AS send
        WHERE send.type = 'notification_sent'
            AND send.app = open.app
            AND send.installation_id = open.installation_id
            AND send.notification_id = open.notification_id
    )
GROUP BY 1, 2
$$;
