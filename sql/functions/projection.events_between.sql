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
    SELECT uncorrected_event.*
    FROM engagement_event AS uncorrected_event
    WHERE uncorrected_event.effective_at = uncorrected_event.occurred_at
        AND uncorrected_event.occurred_at >= from_time
        AND uncorrected_event.occurred_at < to_time
    UNION ALL
    SELECT corrected_event.*
    FROM engagement_event AS corrected_event
    WHERE corrected_event.effective_at <> corrected_event.occurred_at
        AND corrected_event.effective_at >= from_time
        AND corrected_event.effective_at < to_time
) AS event
WHERE event.type IN ({engagement_events: '#'})
    AND event.received_at <= as_of
    AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
$$;
