-- The installations with a permission event that is not known at a horizon: received after late_by, or received and
-- happened after known_by. Reads the batches of log.permission_event that can hold one, found by their block ranges.
CREATE OR REPLACE FUNCTION projection.installations_after(known_by timestamptz, late_by timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE
AS $$
SELECT DISTINCT event.app, event.installation_id
FROM log.permission_event AS event
WHERE event.batch_id = ANY (ARRAY(SELECT batch.batch_id FROM log.batch WHERE batch.latest_received_at > known_by))
    AND (event.received_at > late_by OR least(event.received_at, event.effective_at) > known_by)
$$;
COMMENT ON FUNCTION projection.installations_after(timestamptz, timestamptz) IS
    'Installations with a permission event that was received after late_by, or received and happened after known_by.';
