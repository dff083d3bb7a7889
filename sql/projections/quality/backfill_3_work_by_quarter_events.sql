-- Backfill 3 of the quality projection, in place of steps 1 to 3: collects the engagement events of three months in the
-- work table collected_event. Reads the log up to the head of the rebuild. $1, $2: beginning and end of the months, for
-- effective_at.
CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version,
    NULL::integer AS device_model, event.type, event.installation_id
FROM projection.events_between(
    $1::timestamptz, $2::timestamptz, 'infinity', projection.backfill_head('quality')
) AS event
