-- The engagement events of the log whose effective time lies in a span, in the batches up to the head that a projection is
-- rebuilt to: what its fills read month by month. Identities of permission events are none. Reads the partitions of the span, and an index for what
-- lies elsewhere because its clock was wrong. The planner takes it apart, so that what is around it can narrow it.
-- from_time: inclusive; to_time: exclusive; filled: the projection's name.
CREATE OR REPLACE FUNCTION projection.events_between(from_time timestamptz, to_time timestamptz, filled text)
RETURNS SETOF log.engagement_event
LANGUAGE sql STABLE
AS $$
SELECT event.*
FROM (
    SELECT right_clock.*
    FROM log.engagement_event AS right_clock
    WHERE right_clock.effective_at = right_clock.occurred_at
        AND right_clock.occurred_at >= from_time
        AND right_clock.occurred_at < to_time
    UNION ALL
    SELECT corrected.*
    FROM log.engagement_event AS corrected
    WHERE corrected.effective_at <> corrected.occurred_at
        AND corrected.effective_at >= from_time
        AND corrected.effective_at < to_time
) AS event
WHERE event.type >= 'notification_sent'
    AND NOT event.batch_id <@ (SELECT projection.batches(projection.fill_head(filled)))
$$;
COMMENT ON FUNCTION projection.events_between(timestamptz, timestamptz, text) IS
    'Engagement events by their effective time, of the batches that a rebuild fills in.';
