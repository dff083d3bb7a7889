-- Step 5 of the opens projection: the sends that an app open belongs to with the new events, and those that it belonged to
-- before. Metrics: influenced_opens. A new opening at t can change the sends in (t − window − 30 s, t + 30 s], a new or moved
-- send itself and its neighbours in as wide a span; the spans of an installation are joined where they overlap.
-- Reads the work tables of steps 1 and 4, notification as it was before this step, opening with the new rows, and settings.
CREATE TEMPORARY TABLE judged_send ON COMMIT DROP AS
WITH touched AS (
    SELECT event.installation_id, event.app, event.effective_at AS at
    FROM fresh_event AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
    UNION ALL
    SELECT changed.installation_id, changed.app, moved.at
    FROM changed_notification AS changed
    CROSS JOIN LATERAL (VALUES (changed.send_at), (changed.send_at_before)) AS moved (at)
    WHERE changed.is_moved AND moved.at IS NOT NULL
),

numbered AS (
    SELECT
        apart.*,
        count(*) FILTER (WHERE apart.begins) OVER (
            PARTITION BY apart.installation_id, apart.app ORDER BY apart.at
        ) AS n
    FROM (
        SELECT
            touched.*,
            make_interval(secs => (SELECT settings.influence_window_seconds FROM settings)) AS influence_window,
            touched.at - lag(touched.at) OVER (PARTITION BY touched.installation_id, touched.app ORDER BY touched.at)
                > make_interval(secs => (SELECT settings.influence_window_seconds + 60 FROM settings)) AS begins
        FROM touched
    ) AS apart
),

span AS (
    SELECT
        numbered.installation_id,
        numbered.app,
        numbered.n,
        numbered.influence_window,
        min(numbered.at) - numbered.influence_window - interval '30 s' AS after,
        max(numbered.at) + interval '30 s' AS up_to
    FROM numbered
    GROUP BY numbered.installation_id, numbered.app, numbered.n, numbered.influence_window
),

-- What step 4 changed stands for what is known of it.
near AS (
    SELECT
        span.installation_id, span.app, span.n, span.influence_window, span.up_to, false AS is_changed, known.*
    FROM span
    CROSS JOIN LATERAL (
        SELECT
            notification.notification_id,
            notification.send_at,
            notification.send_id,
            notification.send_occurred_at,
            notification.claims_app_open
        FROM notification
        WHERE notification.send_period = ANY (projection.periods(span.after, span.up_to + span.influence_window))
            AND notification.installation_id = span.installation_id
            AND notification.app = span.app
            AND notification.send_at > span.after
            AND notification.send_at < span.up_to + span.influence_window
        OFFSET 0
    ) AS known
    WHERE NOT EXISTS (
        SELECT
        FROM changed_notification AS changed
        WHERE changed.notification_id = known.notification_id
            AND changed.installation_id = span.installation_id
            AND changed.app = span.app
    )
    UNION ALL
    SELECT
        span.installation_id, span.app, span.n, span.influence_window, span.up_to, true, changed.notification_id,
        changed.send_at, changed.send_id, changed.send_occurred_at, changed.claims_app_open
    FROM span
    INNER JOIN changed_notification AS changed
        ON changed.installation_id = span.installation_id
        AND changed.app = span.app
        AND changed.send_at > span.after
        AND changed.send_at < span.up_to + span.influence_window
),

-- ends: where the app opens of the send end, at the next send or with the window. The sends of one instant but the last
-- have none.
send AS (
    SELECT
        near.*,
        least(near.send_at + near.influence_window, lead(near.send_at) OVER (
            PARTITION BY near.installation_id, near.app, near.n
            ORDER BY near.send_at, near.send_id, near.send_occurred_at
        )) AS ends
    FROM near
)

SELECT
    send.app,
    send.notification_id,
    send.installation_id,
    send.send_at,
    send.is_changed,
    send.claims_app_open AS claimed_before,
    EXISTS (
        SELECT
        FROM opening
        WHERE opening.period = ANY (projection.periods(send.send_at, send.ends))
            AND opening.installation_id = send.installation_id
            AND opening.app = send.app
            AND opening.type = 'app_opened'
            AND opening.effective_at >= send.send_at
            AND opening.effective_at < send.ends
            AND NOT EXISTS (
                SELECT
                FROM opening AS near
                -- By the index of these alone, however many app opens lie between.
                WHERE near.installation_id = send.installation_id
                    AND near.app = send.app
                    AND near.type = 'notification_opened'
                    AND near.effective_at > opening.effective_at - interval '30 s'
                    AND near.effective_at < opening.effective_at + interval '30 s'
            )
    ) AS claims_app_open
FROM send
WHERE send.send_at <= send.up_to
