-- Returns the sends of a span of time and the openings that decide about them, one row each, for attributed_sends.
-- Includes sends of the influence window after the span, because app opens after these belong to them.
-- is_asked: whether the row is a send of the span. send_id and later columns: null for openings. Parameters: see
-- attributed_sends. Reads notification, opening and settings of the caller's generation (live or rebuilt), or the
-- log.
CREATE OR REPLACE FUNCTION projection.sends_and_openings(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint, spans projection.span[]
)
RETURNS TABLE (
    at timestamptz,
    type log.event_type,
    is_asked boolean,
    app integer,
    installation_id uuid,
    send_id uuid,
    send_occurred_at timestamptz,
    os integer,
    campaign integer,
    utc_offset smallint,
    received timestamptz[],
    opened timestamptz[]
)
LANGUAGE sql STABLE
AS $$
SELECT
    notification.send_at, 'notification_sent'::log.event_type, notification.send_at < span.to_time, notification.app,
    notification.installation_id, notification.send_id, notification.send_occurred_at, notification.os,
    notification.campaign, notification.utc_offset, notification.received, notification.opened
FROM unnest(spans) AS span
-- A column, because the planner does not inline projection.periods with a subquery in it.
CROSS JOIN LATERAL (SELECT span.to_time + (SELECT metric.influence_window()) OFFSET 0) AS answer (to_time)
CROSS JOIN LATERAL (
    SELECT notification.*
    FROM notification
    WHERE notification.send_period = ANY (projection.periods(span.from_time, answer.to_time))
        AND notification.installation_id = span.installation_id
        AND notification.app = span.app
        AND notification.send_at >= span.from_time
        AND notification.send_at < answer.to_time
    OFFSET 0
) AS notification
UNION ALL
SELECT
    notification.send_at, 'notification_sent', notification.send_at < to_time, notification.app,
    notification.installation_id, notification.send_id, notification.send_occurred_at, notification.os,
    notification.campaign, notification.utc_offset, notification.received, notification.opened
FROM notification
WHERE from_time IS NOT NULL
    AND notification.send_period BETWEEN projection.period(from_time)
        AND projection.period(to_time + (SELECT metric.influence_window()))
    AND notification.send_at >= from_time
    AND notification.send_at < to_time + (SELECT metric.influence_window())
UNION ALL
SELECT
    notification.send_at, 'notification_sent', true, notification.app, notification.installation_id,
    notification.send_id, notification.send_occurred_at, notification.os, notification.campaign,
    notification.utc_offset, notification.received, notification.opened
FROM projection.notifications_of(NULL, NULL, '-infinity', 'infinity', as_of, up_to) AS notification
WHERE as_of IS NOT NULL AND notification.send_at IS NOT NULL
UNION ALL
SELECT
    opening.at, opening.type, false, opening.app, opening.installation_id,
    NULL, NULL, NULL, NULL, NULL, NULL,
    NULL
FROM projection.openings_between(from_time, to_time, as_of, up_to, spans) AS opening
$$;
