-- Step 9 of the opens projection: what each changed send counts as now (n = 1) and counted as before (n = −1), by the
-- day, hour, system and campaign of either. Reads the work tables of steps 4 and 5, notification and settings.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT
    counted.app,
    (counted.send_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    extract(hour FROM counted.send_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::smallint AS hour,
    coalesce(counted.os, 0) AS os,
    coalesce(counted.campaign, 0) AS campaign,
    counted.sent,
    counted.sent * counted.is_received::integer AS received,
    counted.sent * counted.is_opened::integer AS direct_opens,
    counted.influenced * (NOT counted.is_opened)::integer AS influenced_opens
FROM (
    SELECT
        changed.app,
        row.send_at,
        row.os,
        row.campaign,
        row.n AS sent,
        row.n * row.claims_app_open::integer AS influenced,
        projection.is_answered(row.received, row.send_at) AS is_received,
        projection.is_answered(row.opened, row.send_at) AS is_opened
    FROM changed_notification AS changed
    LEFT JOIN judged_send AS judged
        ON judged.is_changed
        AND judged.notification_id = changed.notification_id
        AND judged.installation_id = changed.installation_id
        AND judged.app = changed.app
    CROSS JOIN LATERAL (VALUES
        (
            1, changed.send_at, changed.os, changed.campaign, changed.received_after, changed.opened_after,
            coalesce(judged.claims_app_open, changed.claims_app_open)
        ),
        (
            -1, changed.send_at_before, changed.os_before, changed.campaign_before, changed.received_before,
            changed.opened_before, changed.claims_app_open
        )
    ) AS row (n, send_at, os, campaign, received, opened, claims_app_open)
    WHERE row.send_at IS NOT NULL
    UNION ALL
    -- A claim that came or went, of a send that is otherwise as it was.
    SELECT
        send.app,
        send.send_at,
        send.os,
        send.campaign,
        0,
        CASE WHEN judged.claims_app_open THEN 1 ELSE -1 END,
        false,
        projection.is_answered(send.opened, send.send_at)
    FROM judged_send AS judged
    CROSS JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.app = judged.app
            AND notification.notification_id = judged.notification_id
            AND notification.installation_id = judged.installation_id
        OFFSET 0
    ) AS send
    WHERE NOT judged.is_changed AND judged.claims_app_open <> judged.claimed_before
) AS counted
