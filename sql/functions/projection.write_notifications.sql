-- Writes the notifications of the log's events in a span of time, for a rebuild. Merges each with what events of other
-- spans have written. Can be run twice. Metrics: Opens.
-- Parameters: see projection.notifications_of.
CREATE OR REPLACE FUNCTION projection.write_notifications(from_time timestamptz, to_time timestamptz, up_to bigint)
RETURNS void
-- The planner expects few events in a month and would look up each by an index: index scans are off.
LANGUAGE sql SET enable_indexscan = off
AS $$
-- The rows of the function have the columns of the table.
INSERT INTO notification
SELECT new_notification.*
FROM projection.notifications_of(NULL, NULL, from_time, to_time, 'infinity', up_to) AS new_notification
ORDER BY new_notification.notification_id, new_notification.installation_id, new_notification.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    last_send_at = nullif(
        greatest(notification.send_at, notification.last_send_at, excluded.send_at, excluded.last_send_at),
        least(notification.send_at, excluded.send_at)
    ),
    (send_at, send_occurred_at, send_period, utc_offset, own_os, os, campaign, send_id, received, opened) = (
        SELECT
            first_send.send_at, first_send.send_occurred_at, first_send.send_period, first_send.utc_offset,
            first_send.own_os, first_send.os, first_send.campaign, first_send.send_id,
            metric.relevant_instants(
                notification.received || excluded.received, coalesce(first_send.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            ),
            metric.relevant_instants(
                notification.opened || excluded.opened, coalesce(first_send.send_at, 'infinity'),
                (SELECT settings.open_window_seconds FROM settings)
            )
        FROM (VALUES
            (
                notification.send_at, notification.send_occurred_at, notification.send_period, notification.utc_offset, notification.own_os,
                notification.os, notification.campaign, notification.send_id
            ),
            (
                excluded.send_at, excluded.send_occurred_at, excluded.send_period, excluded.utc_offset, excluded.own_os, excluded.os,
                excluded.campaign, excluded.send_id
            )
        ) AS first_send (send_at, send_occurred_at, send_period, utc_offset, own_os, os, campaign, send_id)
        ORDER BY first_send.send_at, first_send.send_id, coalesce(first_send.send_occurred_at, first_send.send_at)
        LIMIT 1
    )
$$;
