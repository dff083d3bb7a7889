-- Step 5 of the quality projection: stores the events of steps 1 and 2 whose ids are in the sample (one id in 64).
INSERT INTO sampled_event (effective_at, occurred_at, received_at, app, installation_id, id)
SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.installation_id, event.id
FROM fresh_event AS event
WHERE metric.is_sampled(event.id)
ON CONFLICT DO NOTHING
