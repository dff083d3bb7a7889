-- An erasure in the quality projection: subtracts from the cells (rows of counters) the erased events that
-- were counted, which can only be done event by event, and deletes all rows of the erased installations. Reads the work
-- tables `erased_installation` and `erased_event`, log.batch, quality_counted and settings.
CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version
FROM erased_event AS event
INNER JOIN batch ON batch.batch_id = event.batch_id
WHERE batch.position <= (SELECT quality_counted.position FROM quality_counted)
    AND isfinite(event.effective_at);
SELECT projection.count_events(-1, settings.time_zone) FROM settings;
DELETE FROM named_model AS model
USING erased_installation
WHERE model.installation_id = erased_installation.installation_id;
DELETE FROM shared_installation AS installation
USING erased_installation
WHERE installation.installation_id = erased_installation.installation_id;
DROP TABLE pg_temp.collected_event
