-- Step 4 of the journey projection: sets aside the installations with too many permission events (metric.fold_limit);
-- the same id under another app is another installation. May be run twice.
-- Reads `changed_installation`, and the log only for installations that may have that many.
INSERT INTO installation_set_aside (app, installation_id, reason)
SELECT
    candidate.app,
    candidate.installation_id,
    'too_many_events'
FROM (
    SELECT installation.installation_id, installation.app, installation.up_to
    FROM changed_installation AS installation
    -- One row each, even without a journey, by a lookup in the key.
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(journey.events), 0) AS events
        FROM journey AS journey
        WHERE journey.installation_id = installation.installation_id AND journey.app = installation.app
    ) AS old_journey
    WHERE installation.new_events + old_journey.events > metric.fold_limit()
) AS candidate
-- The sum counts repeats, so count in the log.
CROSS JOIN LATERAL projection.has_too_many_events(
    candidate.installation_id, candidate.app, 'infinity', candidate.up_to
) AS event_count
WHERE event_count.has_too_many
ON CONFLICT DO NOTHING
