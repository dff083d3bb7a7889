-- Step 4 of the journey projection: sets aside whoever has more permission events than a fold should take; the same id
-- under another app is another installation.
-- Reads `touched`, and the log for those alone who may have that many. May be run twice.
INSERT INTO set_aside_v1 (app, installation_id, reason)
SELECT
    suspect.app,
    suspect.installation_id,
    'too_many_events'
FROM (
    SELECT touched.installation_id, touched.app
    FROM touched
    -- One row for each, also from no journey: a look-up by the key.
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(journey.events), 0) AS events
        FROM journey_v1 AS journey
        WHERE journey.installation_id = touched.installation_id AND journey.app = touched.app
    ) AS known
    WHERE touched.new_events + known.events > metric.fold_limit()
) AS suspect
-- What a journey holds may contain new events already: the log has the last word, and needs to be read to the limit only.
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
