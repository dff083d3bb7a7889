-- An erasure in the states projection: subtracts from the cells (rows of counters) the erased events that were counted,
-- which can only be done event by event. Reads the work table `erased_event`, log.batch, state_counted and settings.
CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
SELECT event.effective_at, event.type, event.trigger, event.app_state, event.app
FROM erased_event AS event
INNER JOIN batch ON batch.batch_id = event.batch_id
WHERE batch.position <= (SELECT state_counted.position FROM state_counted)
    AND event.type IN ('notification_received', 'notification_opened');
SELECT projection.count_states(-1, settings.time_zone) FROM settings;
DROP TABLE pg_temp.collected_event
