-- Step 2 of the quality projection: adds the permission events of new batches to the work table of step 1. Skips
-- batches that are already counted. Reads log.permission_event and quality_counted.
INSERT INTO collected_event (
    effective_at, occurred_at, received_at, app, app_version, device_model, type, is_local, installation_id, id
)
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.device_model, event.type,
    false, event.installation_id, event.id
FROM projection.permission_events(
    greatest($1::bigint, (SELECT quality_counted.position FROM quality_counted)), $2::bigint
) AS event
-- Excludes infinite times, which the event format does not have.
WHERE isfinite(event.effective_at)
