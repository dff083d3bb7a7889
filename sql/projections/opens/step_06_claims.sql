-- Step 6 of the opens projection: the sends of which the new events change whether an app open belongs to them. Metrics:
-- influenced_opens. A new opening at t can change the sends in (t − window − 30 s, t + 30 s), a new or moved send itself and its
-- neighbours in as wide a span; the spans of an installation are joined where they overlap.
-- Reads the work tables of steps 1 and 4, and with the new rows notification, opening and settings.
CREATE TEMPORARY TABLE moved_claim ON COMMIT DROP AS
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
            touched.at - lag(touched.at) OVER (PARTITION BY touched.installation_id, touched.app ORDER BY touched.at)
                > (SELECT projection.influence_window()) + interval '60 s' AS begins
        FROM touched
    ) AS apart
),

span AS (
    SELECT
        min(numbered.at) - (SELECT projection.influence_window()) - interval '30 s' AS from_time,
        max(numbered.at) + interval '30 s' AS to_time,
        numbered.app,
        numbered.installation_id
    FROM numbered
    GROUP BY numbered.installation_id, numbered.app, numbered.n
)

SELECT
    send.send_at, send.app, send.installation_id, send.notification_id, send.os, send.campaign, send.received, send.opened,
    send.claims_app_open
FROM projection.attributed_sends(
    (
        SELECT coalesce(array_agg((span.from_time, span.to_time, span.app, span.installation_id)::projection.span), '{}')
        FROM span
    ),
    NULL, NULL, NULL, NULL
) AS send
WHERE send.claims_app_open <> send.claimed_before
