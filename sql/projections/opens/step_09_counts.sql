-- Step 9 of the opens projection: what changed sends and days count now less what they counted before. A row of a day has no
-- hour and no campaign. Reads the work tables of steps 2, 4 and 6, and settings.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT
    send.app,
    counted.day,
    counted.hour,
    counted.os,
    counted.campaign,
    send.n AS sent,
    send.n * counted.is_received::integer AS received,
    send.n * counted.is_opened::integer AS direct_opens,
    send.n * counted.is_influenced::integer AS influenced_opens,
    send.n * counted.is_opened_24h::integer AS opened_24h,
    0 AS openers,
    0 AS active
FROM (
    SELECT
        1 AS n, changed.app, changed.send_at, changed.os, changed.campaign, changed.received_after AS received,
        changed.opened_after AS opened, coalesce(moved.claims_app_open, changed.claims_app_open) AS claims_app_open
    FROM changed_notification AS changed
    LEFT JOIN moved_claim AS moved
        ON moved.notification_id = changed.notification_id
        AND moved.installation_id = changed.installation_id
        AND moved.app = changed.app
    UNION ALL
    SELECT
        -1, changed.app, changed.send_at_before, changed.os_before, changed.campaign_before, changed.received_before,
        changed.opened_before, changed.claims_app_open
    FROM changed_notification AS changed
    UNION ALL
    -- A claim that came or went, of a send that is otherwise as it was.
    SELECT
        side.n, moved.app, moved.send_at, moved.os, moved.campaign, moved.received, moved.opened,
        moved.claims_app_open = (side.n = 1)
    FROM moved_claim AS moved
    CROSS JOIN (VALUES (1), (-1)) AS side (n)
    WHERE NOT EXISTS (
        SELECT
        FROM changed_notification AS changed
        WHERE changed.notification_id = moved.notification_id
            AND changed.installation_id = moved.installation_id
            AND changed.app = moved.app
    )
) AS send
CROSS JOIN LATERAL projection.counted_send(
    send.send_at, send.os, send.campaign, send.received, send.opened, send.claims_app_open
) AS counted
WHERE send.send_at IS NOT NULL
UNION ALL
SELECT
    changed.app, changed.day, NULL, side.os, NULL, 0, 0, 0, 0, 0,
    side.n * changed.is_opener::integer,
    side.n * (NOT changed.is_opener)::integer
FROM changed_day AS changed
CROSS JOIN LATERAL (VALUES (1, changed.os_after), (-1, changed.os_before)) AS side (n, os)
WHERE changed.os_before IS DISTINCT FROM changed.os_after AND side.os IS NOT NULL
