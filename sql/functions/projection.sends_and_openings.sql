-- The sends of a span of time and what opens decide of them: each send and each opening is a row. What projection.attributed_sends
-- reads. Sends of the influence window after the span are among them, because a send ends the time of the one before it.
-- The rows come from one of three sources:
--   spans     state, of the spans of single installations, each of which has one: for a step
--   neither   state, from from_time to to_time: for a backfill
--   known_by  the log, what was received up to known_by in the batches up to up_to: for a past horizon
-- is_asked: whether the row is a send of the span. notification_id and what follows: null in the row of an opening.
-- claimed_before: what the state says of the send's app opens.
-- Reads notification, opening and settings of the caller's generation, or the log.
CREATE OR REPLACE FUNCTION projection.sends_and_openings(
    spans projection.span[], from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    at timestamptz,
    type log.event_type,
    is_asked boolean,
    app integer,
    installation_id uuid,
    notification_id text,
    send_id uuid,
    send_occurred_at timestamptz,
    os integer,
    campaign integer,
    received timestamptz[],
    opened timestamptz[],
    claimed_before boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    known.send_at, 'notification_sent'::log.event_type, known.send_at < span.to_time, known.app, known.installation_id,
    known.notification_id, known.send_id, known.send_occurred_at, known.os, known.campaign, known.received, known.opened,
    known.claims_app_open
FROM unnest(spans) AS span
CROSS JOIN LATERAL (
    SELECT notification.*
    FROM notification
    WHERE notification.send_period = ANY (
            projection.periods(span.from_time, span.to_time + (SELECT metric.influence_window()))
        )
        AND notification.installation_id = span.installation_id
        AND notification.app = span.app
        AND notification.send_at >= span.from_time
        AND notification.send_at < span.to_time + (SELECT metric.influence_window())
    OFFSET 0
) AS known
UNION ALL
SELECT
    notification.send_at, 'notification_sent', notification.send_at < to_time, notification.app,
    notification.installation_id, notification.notification_id, notification.send_id, notification.send_occurred_at,
    notification.os, notification.campaign, notification.received, notification.opened, notification.claims_app_open
FROM notification
WHERE spans IS NULL
    AND known_by IS NULL
    AND notification.send_period BETWEEN projection.period(from_time)
        AND projection.period(to_time + (SELECT metric.influence_window()))
    AND notification.send_at >= from_time
    AND notification.send_at < to_time + (SELECT metric.influence_window())
UNION ALL
SELECT
    sent.send_at, 'notification_sent', true, sent.app, sent.installation_id, sent.notification_id, sent.send_id,
    sent.send_occurred_at, sent.os, sent.campaign, sent.received, sent.opened, false
FROM projection.notifications_of(NULL, '-infinity', 'infinity', known_by, up_to) AS sent
WHERE known_by IS NOT NULL AND sent.send_at IS NOT NULL
UNION ALL
SELECT
    opening.at, opening.type, false, opening.app, opening.installation_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM projection.openings_between(spans, from_time, to_time, known_by, up_to) AS opening
$$;
