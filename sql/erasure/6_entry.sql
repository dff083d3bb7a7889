-- Step 6 of an erasure: records when it took place and how much it deleted. Returns the counts.
INSERT INTO log.erasure (erased_at, installations, permission_events, engagement_events, quarantined)
SELECT
    clock_timestamp(),
    (SELECT count(*) FROM erased_installation),
    count(*) FILTER (WHERE event.type IN ({permission_events: '#'})),
    count(*) FILTER (WHERE event.type IN ({engagement_events: '#'})),
    (SELECT count(*) FROM erased_reject)
FROM erased_event AS event
RETURNING installations, permission_events, engagement_events, quarantined
