-- Step 3 of an erasure: takes the events out of the log and puts them into `erased_event`. Reads both tables of events, the
-- engagement events whole, once: they have no index that begins with the installation.
WITH gone AS (
    DELETE FROM log.engagement_event AS event
    USING erased
    WHERE event.installation_id = erased.installation_id
    RETURNING event.*
)
INSERT INTO erased_event (
    effective_at, occurred_at, received_at, batch_id, app, app_version, type, installation_id, id
)
SELECT
    gone.effective_at, gone.occurred_at, gone.received_at, gone.batch_id, gone.app, gone.app_version, gone.type,
    gone.installation_id, gone.id
FROM gone
-- Identities of permission events are none.
WHERE gone.type >= 'notification_sent';
WITH gone AS (
    DELETE FROM log.permission_event AS event
    USING erased
    WHERE event.installation_id = erased.installation_id
    RETURNING event.*
)
INSERT INTO erased_event (
    effective_at, occurred_at, received_at, batch_id, app, app_version, type, installation_id, id
)
SELECT
    gone.effective_at, gone.occurred_at, gone.received_at, gone.batch_id, gone.app, gone.app_version, gone.type,
    gone.installation_id, gone.id
FROM gone;
ANALYZE erased_event
