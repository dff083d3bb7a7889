-- Backfill 2 of the turn_offs projection: the turn-offs and lone sends of a range of installations. Reads journey, opening and
-- notification, which must contain all months, and log.permission_event. $1, $2: ids; the installations after $1 up to
-- and including $2.
SELECT projection.write_turn_offs(ARRAY(
    SELECT (min(known.from_time), max(known.to_time), known.app, known.installation_id)::projection.span
    FROM (
        SELECT send.app, send.installation_id, send.send_at AS from_time, send.send_at AS to_time
        FROM generate_series(
            (SELECT min(notification.send_period)::integer FROM notification WHERE notification.send_at IS NOT NULL),
            (SELECT max(notification.send_period)::integer FROM notification WHERE notification.send_at IS NOT NULL)
        ) AS span (period)
        -- Reads one range of the index in each period of 30 days.
        CROSS JOIN LATERAL (
            SELECT notification.app, notification.installation_id, notification.send_at
            FROM notification
            WHERE notification.send_period = span.period
                AND notification.send_at IS NOT NULL
                AND ($1::uuid IS NULL OR notification.installation_id > $1::uuid)
                AND notification.installation_id <= $2::uuid
            OFFSET 0
        ) AS send
        UNION ALL
        SELECT journey.app, journey.installation_id, turn_off.at, turn_off.at
        FROM journey
        CROSS JOIN LATERAL unnest(journey.turn_offs) AS turn_off
        WHERE journey.turn_offs IS NOT NULL
            AND ($1::uuid IS NULL OR journey.installation_id > $1::uuid)
            AND journey.installation_id <= $2::uuid
    ) AS known
    GROUP BY known.app, known.installation_id
), projection.backfill_head('turn_offs'))
