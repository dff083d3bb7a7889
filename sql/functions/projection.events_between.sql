-- The engagement events of the log whose effective time lies in a span, received up to known_by, of the batches up to a position: what
-- backfills read month by month, and what is computed straight from the log reads as a whole. Identities of permission events are
-- none. Reads the partitions of the span, and an index for events that lie elsewhere because their clock was wrong. The planner
-- inlines it, so that the query around it can narrow it.
-- from_time: inclusive; to_time: exclusive; infinite ones are no bound.
CREATE OR REPLACE FUNCTION projection.events_between(
    from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS SETOF log.engagement_event
LANGUAGE sql STABLE
AS $$
SELECT event.*
FROM (
    SELECT right_clock.*
    FROM engagement_event AS right_clock
    WHERE right_clock.effective_at = right_clock.occurred_at
        AND right_clock.occurred_at >= from_time
        AND right_clock.occurred_at < to_time
    UNION ALL
    SELECT corrected.*
    FROM engagement_event AS corrected
    WHERE corrected.effective_at <> corrected.occurred_at
        AND corrected.effective_at >= from_time
        AND corrected.effective_at < to_time
) AS event
WHERE event.type >= 'notification_sent'
    AND event.received_at <= known_by
    AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
$$;
