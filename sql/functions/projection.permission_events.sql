-- Returns the permission events of the batches after one position, up to and including another. Uses the block range
-- index. With plain arguments the planner inlines it.
CREATE OR REPLACE FUNCTION projection.permission_events(after bigint, up_to bigint) RETURNS SETOF log.permission_event
LANGUAGE sql STABLE
AS $$
WITH batches AS MATERIALIZED (
    SELECT projection.batches(after, up_to) AS ids
)

SELECT event.*
FROM permission_event AS event
WHERE event.batch_id >= (SELECT lower(batches.ids) FROM batches)
    AND event.batch_id < (SELECT upper(batches.ids) FROM batches)
    AND NOT event.batch_id <@ (SELECT projection.gaps(batches.ids) FROM batches)
$$;
