-- The sends of a span of time and what opens decide of them: each send and each opening is a row. What projection.attributed_sends
-- reads. Sends of the influence window after the span are among them, because a send ends the time of the one before it, and openings of
-- another 30 s on either side.
-- The rows come from one of three sources:
--   spans     state, of the spans of single installations: for a step. Each span is answered alone.
--   neither   state, from from_time to to_time: for a backfill
--   known_by  the log, what was received up to known_by in the batches up to up_to: for a past horizon
-- span_from, span_to: the span that a row is of, span_to exclusive. notification_id and what follows: null in the row of an opening.
-- claimed_before: what the state says of the send's app opens.
-- Reads notification, opening and settings of the caller's generation, or the log.
CREATE OR REPLACE FUNCTION projection.sends_and_openings(
    spans projection.span[], from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    at timestamptz,
    type log.event_type,
    span_from timestamptz,
    span_to timestamptz,
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
WITH sent AS (
    SELECT span.from_time AS span_from, span.to_time AS span_to, known.*
    FROM unnest(spans) AS span
    CROSS JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.send_period = ANY (
                projection.periods(span.from_time, span.to_time + (SELECT projection.influence_window()))
            )
            AND notification.installation_id = span.installation_id
            AND notification.app = span.app
            AND notification.send_at >= span.from_time
            AND notification.send_at < span.to_time + (SELECT projection.influence_window())
        OFFSET 0
    ) AS known
)

SELECT
    sent.send_at, 'notification_sent'::log.event_type, sent.span_from, sent.span_to, sent.app, sent.installation_id,
    sent.notification_id, sent.send_id, sent.send_occurred_at, sent.os, sent.campaign, sent.received, sent.opened,
    sent.claims_app_open
FROM sent
UNION ALL
SELECT
    known.effective_at, known.type, span.span_from, span.span_to, span.app, span.installation_id, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL
-- Without a send there is nothing to decide.
FROM (SELECT DISTINCT sent.span_from, sent.span_to, sent.app, sent.installation_id FROM sent) AS span
CROSS JOIN LATERAL (
    SELECT opening.effective_at, opening.type
    FROM opening
    WHERE opening.period = ANY (projection.periods(
            span.span_from - interval '30 s', span.span_to + (SELECT projection.influence_window()) + interval '30 s'
        ))
        AND opening.installation_id = span.installation_id
        AND opening.app = span.app
        AND opening.effective_at > span.span_from - interval '30 s'
        AND opening.effective_at < span.span_to + (SELECT projection.influence_window()) + interval '30 s'
    OFFSET 0
) AS known
UNION ALL
SELECT
    notification.send_at, 'notification_sent', from_time, to_time, notification.app, notification.installation_id,
    notification.notification_id, notification.send_id, notification.send_occurred_at, notification.os,
    notification.campaign, notification.received, notification.opened, notification.claims_app_open
FROM notification
WHERE spans IS NULL
    AND known_by IS NULL
    AND notification.send_period BETWEEN projection.period(from_time)
        AND projection.period(to_time + (SELECT projection.influence_window()))
    AND notification.send_at >= from_time
    AND notification.send_at < to_time + (SELECT projection.influence_window())
UNION ALL
SELECT
    opening.effective_at, opening.type, from_time, to_time, opening.app, opening.installation_id, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL
FROM opening
WHERE spans IS NULL
    AND known_by IS NULL
    AND opening.period BETWEEN projection.period(from_time - interval '30 s')
        AND projection.period(to_time + (SELECT projection.influence_window()) + interval '30 s')
    AND opening.effective_at > from_time - interval '30 s'
    AND opening.effective_at < to_time + (SELECT projection.influence_window()) + interval '30 s'
UNION ALL
SELECT
    sent.send_at, 'notification_sent', '-infinity', 'infinity', sent.app, sent.installation_id, sent.notification_id,
    sent.send_id, sent.send_occurred_at, sent.os, sent.campaign, sent.received, sent.opened, false
FROM projection.notifications_of('-infinity', 'infinity', known_by, up_to) AS sent
WHERE known_by IS NOT NULL AND sent.send_at IS NOT NULL
UNION ALL
SELECT
    opened.effective_at, opened.type, '-infinity', 'infinity', opened.app, opened.installation_id, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL
FROM projection.events_between('-infinity', 'infinity', known_by, up_to) AS opened
WHERE known_by IS NOT NULL AND opened.type IN ('notification_opened', 'app_opened')
$$;
COMMENT ON FUNCTION projection.sends_and_openings(projection.span[], timestamptz, timestamptz, timestamptz, bigint) IS
    'The sends of spans of time with the openings that decide of them, from the state or from the log.';
