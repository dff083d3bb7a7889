-- Step 2 of the turn_offs projection: the turn-offs and lone sends that new app opens, sends and permission events can
-- change. A permission event changes the status from its time on, without end; but if it stands in the order before an
-- event of an earlier time, because a clock jumped, it can change any. An earlier time of a known send can change what was between it and the last time that was told of it. May be
-- run twice. Reads the work table of step 1, notification, opening, journey and log.permission_event (by installation,
-- in its key). $1, $2: positions.
SELECT projection.write_turn_offs(ARRAY(
    SELECT
        (min(change.from_time) - metric.visit(), max(change.to_time), change.app, change.installation_id)::projection.span
    FROM (
        SELECT event.app, event.installation_id, event.effective_at AS from_time, event.effective_at AS to_time
        FROM collected_event AS event
        WHERE event.type = 'app_opened'
        UNION ALL
        SELECT send.app, send.installation_id, send.send_at, coalesce(send.last_send_at, send.send_at)
        -- In key order, so that the lookups share pages.
        FROM (
            SELECT event.notification_id, event.installation_id, event.app
            FROM collected_event AS event
            WHERE event.type = 'notification_sent'
            GROUP BY event.notification_id, event.installation_id, event.app
            ORDER BY event.notification_id, event.installation_id, event.app
            OFFSET 0
        ) AS key
        CROSS JOIN LATERAL (
            SELECT notification.*
            FROM notification
            WHERE notification.notification_id = key.notification_id
                AND notification.installation_id = key.installation_id
                AND notification.app = key.app
            OFFSET 0
        ) AS send
        -- A send after the last reading, as most new ones are, changes nothing yet.
        WHERE send.last_send_at IS NOT NULL
            OR EXISTS (
                SELECT
                FROM opening
                -- The longest gap is shorter than a period.
                WHERE opening.period = ANY (ARRAY[
                        send.send_period::integer,
                        least(send.send_period + 1, (SELECT max(opening.period) FROM opening))
                    ])
                    AND opening.installation_id = send.installation_id
                    AND opening.app = send.app
                    AND opening.effective_at >= send.send_at
                    AND opening.effective_at <= send.send_at + metric.longest_gap()
                    AND opening.type = 'app_opened'
            )
            OR EXISTS (
                SELECT
                FROM journey
                WHERE journey.installation_id = send.installation_id
                    AND journey.app = send.app
                    AND journey.last_event_at >= send.send_at
            )
        UNION ALL
        SELECT
            installation.app,
            installation.installation_id,
            CASE
                WHEN EXISTS (
                        SELECT
                        FROM permission_event AS event
                        WHERE event.installation_id = installation.installation_id
                            AND event.app = installation.app
                            AND event.effective_at < installation.since
                            AND event.sequence >= installation.first_sequence
                    ) THEN '-infinity'
                ELSE installation.since
            END,
            'infinity'
        -- In key order, as above.
        FROM (
            SELECT
                event.app, event.installation_id, min(event.effective_at) AS since,
                min(event.sequence) AS first_sequence
            FROM projection.permission_events($1::bigint, $2::bigint) AS event
            GROUP BY event.installation_id, event.app
            ORDER BY event.installation_id, event.app
            OFFSET 0
        ) AS installation
    ) AS change
    GROUP BY change.app, change.installation_id
    ORDER BY change.installation_id, change.app
), $2::bigint)
