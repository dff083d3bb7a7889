-- Step 3 of an erasure: moves the events from the log to the work table `erased_event`. Scans all engagement events,
-- because they have no index that begins with the installation.
CREATE TEMPORARY TABLE erased_event ON COMMIT DROP AS
SELECT effective_at, occurred_at, received_at, batch_id, app, app_version, type, installation_id, id
FROM permission_event
WITH NO DATA;
WITH engagement AS (
    DELETE FROM engagement_event AS event
    USING erased
    WHERE event.installation_id = erased.installation_id
    RETURNING
        event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version,
        event.type, event.installation_id, event.id
),

permission AS (
    DELETE FROM permission_event AS event
    USING erased
    WHERE event.installation_id = erased.installation_id
    RETURNING
        event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version,
        event.type, event.installation_id, event.id
)

INSERT INTO erased_event (
    effective_at, occurred_at, received_at, batch_id, app, app_version, type, installation_id, id
)
-- Leaves out the rows that engagement_event has for permission events: they contain only key and type.
SELECT engagement.* FROM engagement WHERE engagement.type IN ({engagement_events: '#'})
UNION ALL
SELECT permission.* FROM permission;
ANALYZE erased_event
