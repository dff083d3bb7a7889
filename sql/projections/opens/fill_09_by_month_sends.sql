-- Steps 5, 8 to 11 and 15 of the opens projection for a rebuild: whose the app opens of one month's sends are, and what its sends
-- count, by day and system, by day and campaign, and by day and hour. Metrics: influenced_opens.
-- Reads notification and opening with all months, and settings.
-- $1, $2: the month's beginning and end, of send_at.
WITH send AS (
    SELECT
        notification.app,
        notification.installation_id,
        notification.notification_id,
        notification.send_at,
        notification.send_id,
        notification.send_occurred_at,
        coalesce(notification.os, 0) AS os,
        coalesce(notification.campaign, 0) AS campaign,
        projection.is_answered(notification.received, notification.send_at) AS is_received,
        projection.is_answered(notification.opened, notification.send_at) AS is_opened
    FROM notification
    -- Sends of the next month end the windows of this one's.
    WHERE notification.send_period BETWEEN projection.period($1::timestamptz) AND projection.period(
            $2::timestamptz + make_interval(secs => (SELECT settings.influence_window_seconds FROM settings))
        )
        AND notification.send_at >= $1::timestamptz
        AND notification.send_at
            < $2::timestamptz + make_interval(secs => (SELECT settings.influence_window_seconds FROM settings))
),

-- n: the place of a send among the sends of its installation; of anything else that of the latest send at or before it.
placed AS (
    SELECT
        told.*,
        count(told.notification_id) OVER (
            PARTITION BY told.installation_id, told.app
            ORDER BY told.at, told.type, told.send_id, told.send_occurred_at
            ROWS UNBOUNDED PRECEDING
        ) AS n,
        -- Times are whole microseconds: less than 30 s is at most this.
        count(*) FILTER (WHERE told.type = 'notification_opened') OVER (
            PARTITION BY told.installation_id, told.app ORDER BY told.at
            RANGE BETWEEN interval '29.999999 s' PRECEDING AND interval '29.999999 s' FOLLOWING
        ) AS opens_near
    FROM (
        SELECT
            send.app, send.installation_id, send.notification_id, send.send_at AS at, send.send_id,
            send.send_occurred_at, send.os, send.campaign, send.is_received, send.is_opened,
            'notification_sent'::log.event_type AS type
        FROM send
        UNION ALL
        SELECT
            opening.app, opening.installation_id, NULL, opening.effective_at, NULL, NULL, NULL, NULL, NULL, NULL,
            opening.type
        FROM opening
        WHERE opening.period BETWEEN projection.period($1::timestamptz - interval '30 s') AND projection.period(
                $2::timestamptz + make_interval(secs => (SELECT settings.influence_window_seconds + 30 FROM settings))
            )
            AND opening.effective_at > $1::timestamptz - interval '30 s'
            AND opening.effective_at < $2::timestamptz
                + make_interval(secs => (SELECT settings.influence_window_seconds + 30 FROM settings))
    ) AS told
),

judged AS MATERIALIZED (
    SELECT
        owned.app,
        owned.installation_id,
        owned.notification_id,
        owned.at AS send_at,
        (owned.at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        extract(hour FROM owned.at AT TIME ZONE (SELECT settings.time_zone FROM settings))::smallint AS hour,
        owned.os,
        owned.campaign,
        owned.is_received,
        owned.is_opened,
        owned.claims_app_open
    FROM (
        SELECT
            placed.*,
            coalesce(
                min(placed.at) FILTER (WHERE placed.type = 'app_opened' AND placed.opens_near = 0) OVER (
                    PARTITION BY placed.installation_id, placed.app, placed.n
                ) < placed.at + make_interval(secs => (SELECT settings.influence_window_seconds FROM settings)),
                false
            ) AS claims_app_open
        FROM placed
    ) AS owned
    WHERE owned.type = 'notification_sent' AND owned.at < $2::timestamptz
),

-- Every row is there already; an UPDATE with a join might read the whole table for it, this looks each up.
claimed AS (
    INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
    SELECT judged.send_at, judged.app, true, judged.installation_id, judged.notification_id
    FROM judged
    WHERE judged.claims_app_open
    ORDER BY judged.notification_id, judged.installation_id, judged.app
    ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = true
),

counted AS (
    SELECT
        judged.app,
        judged.day,
        judged.hour,
        judged.os,
        judged.campaign,
        count(*) AS sent,
        count(*) FILTER (WHERE judged.is_received) AS received,
        count(*) FILTER (WHERE judged.is_opened) AS direct_opens,
        count(*) FILTER (WHERE judged.claims_app_open AND NOT judged.is_opened) AS influenced_opens
    FROM judged
    GROUP BY judged.app, judged.day, judged.hour, judged.os, judged.campaign
),

by_os AS (
    INSERT INTO opens_cell AS cell (sent, received, direct_opens, influenced_opens, openers, active, app, day, os)
    SELECT
        sum(counted.sent), sum(counted.received), sum(counted.direct_opens), sum(counted.influenced_opens), 0, 0,
        counted.app, counted.day, counted.os
    FROM counted
    GROUP BY counted.app, counted.day, counted.os
    ORDER BY counted.app, counted.day, counted.os
    ON CONFLICT (app, day, os) DO UPDATE SET
        sent = cell.sent + excluded.sent,
        received = cell.received + excluded.received,
        direct_opens = cell.direct_opens + excluded.direct_opens,
        influenced_opens = cell.influenced_opens + excluded.influenced_opens
),

by_hour AS (
    INSERT INTO hour_cell AS cell (sent, direct_opens, app, day, hour)
    SELECT sum(counted.sent), sum(counted.direct_opens), counted.app, counted.day, counted.hour
    FROM counted
    GROUP BY counted.app, counted.day, counted.hour
    ORDER BY counted.app, counted.day, counted.hour
    ON CONFLICT (app, day, hour) DO UPDATE SET
        sent = cell.sent + excluded.sent,
        direct_opens = cell.direct_opens + excluded.direct_opens
)

INSERT INTO campaign_cell AS cell (sent, received, direct_opens, influenced_opens, app, day, campaign)
SELECT
    sum(counted.sent), sum(counted.received), sum(counted.direct_opens), sum(counted.influenced_opens), counted.app,
    counted.day, counted.campaign
FROM counted
GROUP BY counted.app, counted.day, counted.campaign
ORDER BY counted.app, counted.day, counted.campaign
ON CONFLICT (app, day, campaign) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    received = cell.received + excluded.received,
    direct_opens = cell.direct_opens + excluded.direct_opens,
    influenced_opens = cell.influenced_opens + excluded.influenced_opens
