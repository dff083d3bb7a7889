-- Step 4 of the journey projection: sets aside the installations with too many permission events (metric.fold_limit);
-- the same id under another app is another installation. May be run twice.
-- Reads `touched`, and the log only for installations that may have that many.
INSERT INTO set_aside (app, installation_id, reason)
SELECT
    suspect.app,
    suspect.installation_id,
    'too_many_events'
FROM (
    SELECT touched.installation_id, touched.app
    FROM touched
    -- One row each, even without a journey, by a lookup in the key.
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(journey.events), 0) AS events
        FROM journey AS journey
        WHERE journey.installation_id = touched.installation_id AND journey.app = touched.app
    ) AS known
    WHERE touched.new_events + known.events > metric.fold_limit()
) AS suspect
-- The sum may count new events twice if the journey includes them, so count in the log, only up to the limit.
WHERE (
    SELECT count(*)
    FROM (
        SELECT
        FROM permission_event AS event
        WHERE event.installation_id = suspect.installation_id AND event.app = suspect.app
        LIMIT metric.fold_limit() + 1
    ) AS counted
) > metric.fold_limit()
ON CONFLICT DO NOTHING
