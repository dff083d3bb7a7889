-- Every send, with what became of it. Metrics: Opens. Reads projection.notification, opening and journey, settings
-- and dictionaries. A condition on sent_at uses a block range index, one on notification_id the key. What a query does
-- not select is not read: status, level, is_influenced and sends_before are looked up for each row.
CREATE OR REPLACE VIEW analytics.notifications AS
SELECT
    app.app_id,
    send.installation_id,
    send.notification_id,
    campaign.text AS campaign,
    os.os_name,
    os.major || '.' || os.minor AS os_version,
    send.send_at AS sent_at,
    CASE WHEN metric.is_answered(send.received, send.send_at, settings.open_window_seconds)
        THEN send.received[cardinality(send.received)]
    END AS received_at,
    answer.opened_at,
    extract(isodow FROM local_answer.opened_at)::smallint AS opened_local_weekday,
    extract(hour FROM local_answer.opened_at)::smallint AS opened_local_hour,
    influence.is_influenced,
    coalesce(journey.status[entry.i], 'unknown')::text AS status,
    send_count.sends_before,
    (send.send_at AT TIME ZONE settings.time_zone)::date AS sent_on,
    metric.level(journey.status[entry.i], substr(journey.levels, entry.i, 1)) AS level
FROM projection.notification AS send
-- The condition tells the planner that it is one row.
INNER JOIN projection.settings ON settings.only_row
LEFT JOIN log.app ON app.app = send.app
LEFT JOIN log.os ON os.os = send.os
LEFT JOIN log.word AS campaign ON campaign.word = send.campaign
LEFT JOIN projection.journey AS journey
    ON journey.installation_id = send.installation_id AND journey.app = send.app
CROSS JOIN LATERAL (SELECT nullif(width_bucket(send.send_at, journey.status_from), 0) AS i) AS entry
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN metric.is_answered(send.opened, send.send_at, settings.open_window_seconds)
            THEN send.opened[cardinality(send.opened)]
        END AS opened_at
) AS answer
CROSS JOIN LATERAL (
    SELECT
        coalesce(
            answer.opened_at AT TIME ZONE 'UTC' + make_interval(mins => send.utc_offset),
            answer.opened_at AT TIME ZONE settings.time_zone
        ) AS opened_at
) AS local_answer
-- Aggregates have one row, so the planner leaves out those that are not selected, and computes the others once.
LEFT JOIN LATERAL (
    -- Conditions on periods and times are for the indexes.
    SELECT metric.is_attributed(
        send.send_at, min(opening.effective_at), make_interval(secs => settings.influence_window_seconds)
    ) AS is_influenced
    FROM projection.opening
    WHERE NOT metric.is_answered(send.opened, send.send_at, settings.open_window_seconds)
        AND opening.type = 'app_opened'
        AND opening.period = ANY (projection.periods(
            send.send_at, send.send_at + make_interval(secs => settings.influence_window_seconds)
        ))
        AND opening.installation_id = send.installation_id
        AND opening.app = send.app
        AND opening.effective_at >= send.send_at
        AND opening.effective_at <= send.send_at + make_interval(secs => settings.influence_window_seconds)
        AND NOT EXISTS (
            SELECT
            FROM projection.opening AS nearby_open
            WHERE nearby_open.type = 'notification_opened'
                AND nearby_open.installation_id = send.installation_id
                AND nearby_open.app = send.app
                AND nearby_open.effective_at > opening.effective_at - metric.near()
                AND nearby_open.effective_at < opening.effective_at + metric.near()
        )
        AND NOT EXISTS (
            SELECT
            FROM projection.notification AS later_send
            WHERE later_send.send_period = ANY (projection.periods(send.send_at, opening.effective_at))
                AND later_send.installation_id = send.installation_id
                AND later_send.app = send.app
                AND later_send.send_at >= send.send_at
                AND later_send.send_at <= opening.effective_at
                AND (later_send.send_at, later_send.send_id, coalesce(later_send.send_occurred_at, later_send.send_at))
                    > (send.send_at, send.send_id, coalesce(send.send_occurred_at, send.send_at))
        )
) AS influence ON true
LEFT JOIN LATERAL (
    SELECT count(*) AS sends_before
    FROM projection.notification AS earlier_send
    -- All periods with a send: wrong clocks leave decades without one.
    WHERE earlier_send.send_period = ANY ((
            WITH RECURSIVE period AS (
                SELECT min(notification.send_period) AS send_period
                FROM projection.notification
                WHERE notification.send_at IS NOT NULL
                UNION ALL
                SELECT (
                    SELECT min(next_send.send_period)
                    FROM projection.notification AS next_send
                    WHERE next_send.send_at IS NOT NULL AND next_send.send_period > period.send_period
                )
                FROM period
                WHERE period.send_period IS NOT NULL
            )

            SELECT array_agg(period.send_period) FROM period
        )::integer[])
        AND earlier_send.installation_id = send.installation_id
        AND earlier_send.app = send.app
        AND earlier_send.send_at < send.send_at
) AS send_count ON true
WHERE send.send_at IS NOT NULL;
