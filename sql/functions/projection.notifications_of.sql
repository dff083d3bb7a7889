-- Returns the notifications that engagement events describe, each with its first send and the receipts and opens that
-- can decide whether it was received and opened. Columns of the send are null if the events have none. Metrics: Opens.
-- events: sends, receipts and opens not of trigger local; null: read them by projection.events_between. known: what is
-- stored of the notifications of these events, and of others to work out again; null: nothing.
-- Reads log.permission_event (a key range for each installation with a send) and settings.
CREATE OR REPLACE FUNCTION projection.notifications_of(
    events projection.notification_event[], known projection.notification_row[], from_time timestamptz,
    to_time timestamptz, as_of timestamptz, up_to bigint
)
RETURNS SETOF projection.notification_row
LANGUAGE sql STABLE
AS $$
WITH event AS (
    SELECT event.*
    FROM unnest(events) AS event
    UNION ALL
    SELECT
        send.at, coalesce(notification.send_occurred_at, send.at), notification.app, notification.own_os,
        notification.campaign, 'notification_sent', notification.installation_id, notification.send_id,
        notification.notification_id
    FROM unnest(known) AS notification
    -- What else is known of the send is that of its first time.
    CROSS JOIN LATERAL (VALUES (notification.send_at), (notification.last_send_at)) AS send (at)
    WHERE send.at IS NOT NULL
    UNION ALL
    SELECT
        event.effective_at, event.occurred_at, event.app, event.os, event.campaign, event.type, event.installation_id,
        event.id, event.notification_id
    FROM projection.events_between(from_time, to_time, as_of, up_to) AS event
    WHERE events IS NULL
        AND event.notification_id IS NOT NULL
        AND event.type IN ('notification_sent', 'notification_received', 'notification_opened')
        AND event.trigger IS DISTINCT FROM 'local'
),

send AS (
    SELECT DISTINCT ON (event.notification_id, event.installation_id, event.app)
        event.*,
        max(event.effective_at) OVER (PARTITION BY event.notification_id, event.installation_id, event.app) AS last_at
    FROM event
    WHERE event.type = 'notification_sent'
    ORDER BY
        event.notification_id, event.installation_id, event.app, event.effective_at, event.id, event.occurred_at
),

response AS (
    SELECT
        answer.notification_id,
        answer.installation_id,
        answer.app,
        array_agg(answer.at) FILTER (WHERE answer.type = 'notification_received') AS received,
        array_agg(answer.at) FILTER (WHERE answer.type = 'notification_opened') AS opened,
        (SELECT settings.open_window_seconds FROM settings) AS open_window_seconds
    FROM (
        SELECT event.notification_id, event.installation_id, event.app, event.type, event.effective_at AS at
        FROM event
        WHERE event.type <> 'notification_sent'
        UNION ALL
        SELECT
            notification.notification_id, notification.installation_id, notification.app, 'notification_received',
            unnest(notification.received)
        FROM unnest(known) AS notification
        UNION ALL
        SELECT
            notification.notification_id, notification.installation_id, notification.app, 'notification_opened',
            unnest(notification.opened)
        FROM unnest(known) AS notification
    ) AS answer
    GROUP BY answer.notification_id, answer.installation_id, answer.app
),

-- The OS and the clock's offset of each installation with a send, over time: os[i], utc_offset[i] from since[i] on. Of
-- permission events at the same time, the last in the contract's order counts, and those without an OS don't; that order,
-- which takes longer, is asked for only where it matters.
device_history AS (
    SELECT
        installation.installation_id,
        installation.app,
        CASE
            WHEN simple.needs_order
                THEN (
                    SELECT
                        ROW(
                            array_agg(event.effective_at ORDER BY event.effective_at, event.n),
                            array_agg(event.os ORDER BY event.effective_at, event.n),
                            array_agg(event.occurred_offset ORDER BY event.effective_at, event.n)
                        )::projection.device_history
                    FROM projection.ordered_permission_events(
                        ARRAY[installation.installation_id], installation.app, as_of, up_to
                    ) AS event
                    WHERE event.os IS NOT NULL
                )
            ELSE simple.history
        END AS history
    FROM (SELECT DISTINCT send.installation_id, send.app FROM send) AS installation
    CROSS JOIN LATERAL (
        SELECT
            ROW(
                array_agg(event.effective_at) FILTER (WHERE event.os IS NOT NULL),
                array_agg(event.os) FILTER (WHERE event.os IS NOT NULL),
                array_agg(event.occurred_offset) FILTER (WHERE event.os IS NOT NULL)
            )::projection.device_history AS history,
            bool_or(event.is_tie) OR count(*) FILTER (WHERE event.type = 'experiment_assigned') > 1 AS needs_order
        FROM (
            SELECT
                event.effective_at, event.os, event.occurred_offset, event.type,
                event.effective_at = lag(event.effective_at) OVER (ORDER BY event.effective_at) AS is_tie
            FROM permission_event AS event
            WHERE event.installation_id = installation.installation_id
                AND event.app = installation.app
                AND event.received_at <= as_of
                AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
        ) AS event
    ) AS simple
)

SELECT
    send.effective_at,
    nullif(send.occurred_at, send.effective_at),
    nullif(send.last_at, send.effective_at),
    coalesce(send.app, response.app),
    send.os,
    coalesce(send.os, (device_history.history).os[entry.i]),
    send.campaign,
    projection.period(send.effective_at),
    (device_history.history).utc_offset[entry.i],
    coalesce(send.installation_id, response.installation_id),
    send.id,
    coalesce(send.notification_id, response.notification_id),
    metric.relevant_instants(
        response.received, coalesce(send.effective_at, 'infinity'), response.open_window_seconds
    ),
    metric.relevant_instants(
        response.opened, coalesce(send.effective_at, 'infinity'), response.open_window_seconds
    )
FROM send
FULL JOIN response
    ON response.notification_id = send.notification_id
    AND response.installation_id = send.installation_id
    AND response.app = send.app
-- Each row of device_history has a send, so this returns the same as a LEFT JOIN. But a FULL JOIN is never a nested
-- loop, even if the planner has no statistics of the log's newest month.
FULL JOIN device_history
    ON device_history.installation_id = send.installation_id
    AND device_history.app = send.app
CROSS JOIN LATERAL (SELECT width_bucket(send.effective_at, (device_history.history).since)) AS entry (i)
$$;
