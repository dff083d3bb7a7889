-- Backfill 4 of the opens projection: the opens of one month for which no send is known, of any month; backfill 8 counts
-- them. Reads the log up to the rebuild's head, and notification, which must contain all months.
-- $1, $2: beginning and end of the month, by effective_at.
INSERT INTO open_without_send (effective_at, occurred_at, app, installation_id, id, notification_id)
SELECT
    event.effective_at,
    event.occurred_at,
    event.app,
    event.installation_id,
    event.id,
    coalesce(event.notification_id, '')
FROM projection.events_between(
    $1::timestamptz, $2::timestamptz, 'infinity', projection.backfill_head('opens')
) AS event
WHERE event.type = 'notification_opened'
    AND event.trigger IS DISTINCT FROM 'local'
    AND (
        SELECT notification.send_at
        FROM notification
        WHERE notification.notification_id = event.notification_id
            AND notification.installation_id = event.installation_id
            AND notification.app = event.app
    ) IS NULL
ORDER BY
    coalesce(event.notification_id, ''), event.installation_id, event.app, event.effective_at, event.id,
    event.occurred_at
