-- The engagement events of the log that were received up to a moment, in the batches up to a position: what everything
-- that is computed straight from the log reads. The planner takes it apart, so that what is around it can narrow it.
CREATE OR REPLACE FUNCTION projection.known_engagement(
    known_by timestamptz, up_to bigint
)
RETURNS SETOF log.engagement_event
LANGUAGE sql STABLE
AS $$
SELECT event.*
FROM log.engagement_event AS event
-- Identities of permission events are none.
WHERE event.type >= 'notification_sent'
    AND event.received_at <= known_by
    AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
$$;
COMMENT ON FUNCTION projection.known_engagement(timestamptz, bigint) IS
    'Engagement events received up to known_by, of the batches up to a position.';
