-- Steps 1 to 8 of the opens projection for an erasure: every notification and every day of whoever is erased as it was, and
-- nothing in its place, so that the steps behind take away what they count. Reads the work table `erased`, notification (whole:
-- its key does not begin with the installation), opening, unsent_open and settings.
CREATE TEMPORARY TABLE changed_notification ON COMMIT DROP AS
SELECT
    notification.app,
    notification.notification_id,
    notification.installation_id,
    NULL::timestamptz AS send_at,
    NULL::integer AS os,
    NULL::integer AS campaign,
    NULL::timestamptz[] AS received_after,
    NULL::timestamptz[] AS opened_after,
    notification.send_at AS send_at_before,
    notification.os AS os_before,
    notification.campaign AS campaign_before,
    notification.received AS received_before,
    notification.opened AS opened_before,
    notification.claims_app_open
FROM notification
INNER JOIN erased ON erased.installation_id = notification.installation_id;

-- No app open moves to a send of another installation.
CREATE TEMPORARY TABLE moved_claim ON COMMIT DROP AS
SELECT
    notification.send_at, notification.app, notification.installation_id, notification.notification_id, notification.os,
    notification.campaign, notification.received, notification.opened, notification.claims_app_open
FROM notification
WITH NO DATA;

CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
WITH opened AS (
    SELECT
        opening.*,
        opening.type = 'notification_opened' AND NOT opening.is_local AS is_direct,
        (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
    FROM opening
    INNER JOIN erased ON erased.installation_id = opening.installation_id
),

active AS (
    SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day) opened.*
    FROM opened
    ORDER BY
        opened.installation_id, opened.app, opened.day, opened.effective_at DESC, opened.type DESC, opened.id DESC,
        opened.occurred_at DESC
),

opener AS (
    SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day) opened.*
    FROM opened
    WHERE opened.is_direct
    ORDER BY
        opened.installation_id, opened.app, opened.day, opened.effective_at DESC, opened.id DESC, opened.occurred_at DESC
)

SELECT active.app, active.day, false AS is_opener, active.os AS os_before, NULL::integer AS os_after FROM active
UNION ALL
SELECT opener.app, opener.day, true, opener.os, NULL FROM opener;

WITH gone AS (
    DELETE FROM unsent_open
    USING erased
    WHERE unsent_open.installation_id = erased.installation_id
    RETURNING unsent_open.app, unsent_open.effective_at
)
INSERT INTO unsent_cell AS cell (opens, app, day)
SELECT
    -count(*),
    gone.app,
    (gone.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
FROM gone
GROUP BY gone.app, day
ORDER BY gone.app, day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
