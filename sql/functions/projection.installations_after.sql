-- The installations with a permission event that is not known at a horizon: received after late_by, or received and
-- happened after known_by. Reads the batches of log.permission_event that can hold one, found by their block ranges.
CREATE OR REPLACE FUNCTION projection.installations_after(known_by timestamptz, late_by timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE
AS $$
WITH batches AS MATERIALIZED (
    SELECT range_agg(int8range(batch.batch_id, batch.batch_id, '[]')) AS ids
    FROM log.batch
    WHERE batch.latest_received_at > known_by
)

SELECT DISTINCT event.app, event.installation_id
FROM log.permission_event AS event
WHERE event.batch_id >= (SELECT lower(batches.ids) FROM batches)
    AND event.batch_id < (SELECT upper(batches.ids) FROM batches)
    AND NOT event.batch_id <@ (SELECT projection.gaps(batches.ids) FROM batches)
    AND (event.received_at > late_by OR least(event.received_at, event.effective_at) > known_by)
$$;
COMMENT ON FUNCTION projection.installations_after(timestamptz, timestamptz) IS
    'Installations with a permission event that was received after late_by, or received and happened after known_by.';
