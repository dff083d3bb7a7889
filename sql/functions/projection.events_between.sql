-- Returns the engagement events of the log whose effective time is in a span, received up to as_of, of the batches
-- up to a position. Backfills of a rebuild read one month at a time; computations directly from the log read all times.
-- Leaves out the rows that only repeat the key of a permission event. Reads the partitions of the span and, by an
-- index, events that are in other partitions because their clock was wrong. The planner inlines it, so that the calling
-- query can narrow it.
-- from_time: inclusive; to_time: exclusive; infinite: no bound.
CREATE OR REPLACE FUNCTION projection.events_between(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint
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
WHERE event.type IN ({engagement_events: '#'})
    AND event.received_at <= as_of
    AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
$$;
