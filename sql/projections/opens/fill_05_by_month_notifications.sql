-- Steps 4 and 6 of the opens projection for a rebuild: the notifications of which one month tells. What other months told
-- of the same one is joined with it. Whose the app opens are comes with fill 9.
-- Reads the log up to the rebuild's head, log.permission_event (a range of its key for each installation), and settings.
-- $1, $2: the month's beginning and end, of effective_at.
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, own_os, os, campaign, installation_id, send_id, notification_id,
    received, opened
)
WITH event AS (
    SELECT
        event.app, event.notification_id, event.installation_id, event.type, event.effective_at, event.id,
        event.occurred_at, event.os, event.campaign
    FROM projection.events_between($1::timestamptz, $2::timestamptz, 'opens') AS event
    WHERE event.notification_id IS NOT NULL
        AND event.type IN ('notification_sent', 'notification_received', 'notification_opened')
        AND event.trigger IS DISTINCT FROM 'local'
),

send AS (
    SELECT DISTINCT ON (event.notification_id, event.installation_id, event.app) event.*
    FROM event
    WHERE event.type = 'notification_sent'
    ORDER BY
        event.notification_id, event.installation_id, event.app, event.effective_at, event.id, event.occurred_at
),

responded AS (
    SELECT
        event.notification_id,
        event.installation_id,
        event.app,
        array_agg(event.effective_at) FILTER (WHERE event.type = 'notification_received') AS received,
        array_agg(event.effective_at) FILTER (WHERE event.type = 'notification_opened') AS opened,
        (SELECT settings.open_window_seconds FROM settings) AS open_window_seconds
    FROM event
    WHERE event.type <> 'notification_sent'
    GROUP BY event.notification_id, event.installation_id, event.app
),

-- The systems of whoever was sent something that names none, as a step function of time.
permitted AS (
    SELECT asked.installation_id, asked.app, told.since, told.os
    FROM (SELECT DISTINCT send.installation_id, send.app FROM send WHERE send.os IS NULL) AS asked
    CROSS JOIN LATERAL projection.systems_over_time(asked.installation_id, asked.app) AS told
)

SELECT
    send.effective_at,
    send.occurred_at,
    coalesce(send.app, responded.app),
    projection.period(send.effective_at),
    send.os,
    coalesce(send.os, permitted.os[width_bucket(send.effective_at, permitted.since)]),
    send.campaign,
    coalesce(send.installation_id, responded.installation_id),
    send.id,
    coalesce(send.notification_id, responded.notification_id),
    projection.instants_that_matter(
        responded.received, coalesce(send.effective_at, 'infinity'), responded.open_window_seconds
    ),
    projection.instants_that_matter(
        responded.opened, coalesce(send.effective_at, 'infinity'), responded.open_window_seconds
    )
FROM send
FULL JOIN responded
    ON responded.notification_id = send.notification_id
    AND responded.installation_id = send.installation_id
    AND responded.app = send.app
-- Each of them has a send, so this is no more than a LEFT JOIN; but a FULL one is never done row by row, whatever the
-- planner knows of the log's newest month.
FULL JOIN permitted
    ON permitted.installation_id = send.installation_id
    AND permitted.app = send.app
ORDER BY
    coalesce(send.notification_id, responded.notification_id),
    coalesce(send.installation_id, responded.installation_id),
    coalesce(send.app, responded.app)
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    (send_at, send_occurred_at, send_period, own_os, os, campaign, send_id, received, opened) = (
        SELECT
            first.send_at, first.send_occurred_at, first.send_period, first.own_os, first.os, first.campaign,
            first.send_id,
            projection.instants_that_matter(
                notification.received || excluded.received, coalesce(first.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            ),
            projection.instants_that_matter(
                notification.opened || excluded.opened, coalesce(first.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            )
        FROM (VALUES
            (
                notification.send_at, notification.send_occurred_at, notification.send_period, notification.own_os,
                notification.os, notification.campaign, notification.send_id
            ),
            (
                excluded.send_at, excluded.send_occurred_at, excluded.send_period, excluded.own_os, excluded.os,
                excluded.campaign, excluded.send_id
            )
        ) AS first (send_at, send_occurred_at, send_period, own_os, os, campaign, send_id)
        ORDER BY first.send_at, first.send_id, first.send_occurred_at
        LIMIT 1
    )
