-- Steps 4 and 5 of the opens projection for a rebuild: the notifications that one month tells of. What other months told of the
-- same one is merged with it. Fill 9 adds which app opens belong to their sends.
-- Reads the log up to the rebuild's head and settings.
-- $1, $2: the month's beginning and end, of effective_at.
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, own_os, os, campaign, installation_id, send_id, notification_id,
    received, opened
)
SELECT
    told.send_at, told.send_occurred_at, told.app, projection.period(told.send_at), told.own_os, told.os, told.campaign,
    told.installation_id, told.send_id, told.notification_id, told.received, told.opened
FROM projection.notifications_of(
    $1::timestamptz, $2::timestamptz, 'infinity', projection.fill_head('opens')
) AS told
ORDER BY told.notification_id, told.installation_id, told.app
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
