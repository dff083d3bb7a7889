-- Writes the notifications that events tell of, merged with what is known of them, and returns them as they are now. Which app opens
-- belong to them is written afterwards. Parameters: those of projection.notifications_of. May be run twice.
CREATE OR REPLACE FUNCTION projection.write_notifications(
    events projection.told_event[], from_time timestamptz, to_time timestamptz, up_to bigint
)
RETURNS TABLE (
    send_at timestamptz,
    app integer,
    installation_id uuid,
    notification_id text,
    os integer,
    campaign integer,
    received timestamptz[],
    opened timestamptz[],
    claims_app_open boolean
)
-- The planner expects few events of a month: it would look up each by an index.
LANGUAGE sql SET enable_indexscan = off
AS $$
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, own_os, os, campaign, installation_id, send_id, notification_id,
    received, opened
)
SELECT
    told.send_at, told.send_occurred_at, told.app, projection.period(told.send_at), told.own_os, told.os, told.campaign,
    told.installation_id, told.send_id, told.notification_id, told.received, told.opened
FROM projection.notifications_of(events, from_time, to_time, 'infinity', up_to) AS told
ORDER BY told.notification_id, told.installation_id, told.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    (send_at, send_occurred_at, send_period, own_os, os, campaign, send_id, received, opened) = (
        SELECT
            first.send_at, first.send_occurred_at, first.send_period, first.own_os, first.os, first.campaign,
            first.send_id,
            metric.instants_that_matter(
                notification.received || excluded.received, coalesce(first.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            ),
            metric.instants_that_matter(
                notification.opened || excluded.opened, coalesce(first.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            )
        FROM (VALUES
            (
                notification.send_at, notification.send_occurred_at, notification.send_period, notification.own_os,
                notification.os, notification.campaign, notification.send_id, 1
            ),
            (
                excluded.send_at, excluded.send_occurred_at, excluded.send_period, excluded.own_os, excluded.os,
                excluded.campaign, excluded.send_id, 0
            )
        ) AS first (send_at, send_occurred_at, send_period, own_os, os, campaign, send_id, n)
        -- A send that is told again has another system.
        ORDER BY first.send_at, first.send_id, coalesce(first.send_occurred_at, first.send_at), first.n
        LIMIT 1
    )
RETURNING
    send_at, app, installation_id, notification_id, os, campaign, received, opened, claims_app_open
$$;
