-- Steps 1 and 2 of the states projection for a rebuild: the receipts and opens of a month, in the work table
-- collected_event. Reads the log up to the rebuild's head. $1, $2: beginning and end, by effective_at.
CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
SELECT event.effective_at, event.type, event.trigger, event.app_state, event.app
FROM projection.events_between(
    $1::timestamptz, $2::timestamptz, 'infinity', projection.backfill_head('states')
) AS event
WHERE event.type IN ('notification_received', 'notification_opened')
