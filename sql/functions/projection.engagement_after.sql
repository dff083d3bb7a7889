-- The engagement events of the log that happened after a moment, in the batches that the projection opens holds. Reads the
-- partitions after the moment from there on, and an index for what lies elsewhere because its clock was wrong.
-- The moment goes with a statement of its own: as a value of a join the planner would not know how little lies behind it.
CREATE OR REPLACE FUNCTION projection.engagement_after(moment timestamptz) RETURNS SETOF log.engagement_event
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY EXECUTE
        'SELECT event.* '
        'FROM ('
        '    SELECT right_clock.* FROM log.engagement_event AS right_clock '
        '    WHERE right_clock.effective_at = right_clock.occurred_at AND right_clock.occurred_at > $1 '
        '    UNION ALL '
        '    SELECT corrected.* FROM log.engagement_event AS corrected '
        '    WHERE corrected.effective_at <> corrected.occurred_at AND corrected.effective_at > $1'
        ') AS event '
        -- Identities of permission events are none.
        'WHERE event.type >= ''notification_sent'' AND NOT event.batch_id <@ $2'
    USING moment, projection.batches(projection.held('opens'));
END
$$;
COMMENT ON FUNCTION projection.engagement_after(timestamptz) IS
    'Engagement events that happened after a moment, of the batches that the projection opens holds.';
