-- Step 6 of the opens projection: the sends of which the new events change whether an app open belongs to them. Metrics:
-- influenced_opens. A new opening at t can change the sends in (t − window − 30 s, t + 30 s), a send as it was or is itself and its
-- neighbours in as wide a span; of each installation one span that holds them all is decided again.
-- Every row is there already; an UPDATE with a join might read the whole table for it, the INSERT looks each up.
-- Reads the work tables of steps 1 and 4, notification, opening and settings. May be run twice.
WITH moved AS (
    SELECT send.*
    FROM projection.attributed_sends(
        ARRAY(
            SELECT (
                min(touched.at) - (SELECT metric.influence_window()) - interval '30 s',
                max(touched.at) + interval '30 s',
                touched.app,
                touched.installation_id
            )::projection.span
            FROM (
                SELECT event.installation_id, event.app, event.effective_at AS at
                FROM fresh_event AS event
                WHERE event.type IN ('notification_opened', 'app_opened')
                UNION ALL
                SELECT send.installation_id, send.app, send.send_at
                FROM changed_send AS send
                WHERE send.send_at IS NOT NULL
            ) AS touched
            GROUP BY touched.installation_id, touched.app
            ORDER BY touched.installation_id, touched.app
        ),
        NULL, NULL, NULL, NULL
    ) AS send
    WHERE send.claims_app_open <> send.claimed_before
),

written AS (
    INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
    SELECT moved.send_at, moved.app, moved.claims_app_open, moved.installation_id, moved.notification_id
    FROM moved
    ORDER BY moved.notification_id, moved.installation_id, moved.app
    ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = excluded.claims_app_open
)

INSERT INTO changed_send (
    n, send_at, app, installation_id, notification_id, os, campaign, received, opened, claims_app_open
)
SELECT
    side.n, moved.send_at, moved.app, moved.installation_id, moved.notification_id, moved.os, moved.campaign,
    moved.received, moved.opened, moved.claims_app_open = (side.n = 1)
FROM moved
CROSS JOIN (VALUES (1), (-1)) AS side (n)
