-- Step 3 of an erasure: moves the events from the log to the work table `erased_event`. Scans all engagement events,
-- because they have no index that begins with the installation.
CREATE TEMPORARY TABLE erased_event ON COMMIT DROP AS
SELECT
    effective_at, occurred_at, received_at, batch_id, app, app_version, type, app_state, trigger, installation_id, id
FROM engagement_event
WITH NO DATA;
WITH old_engagement_event AS (
    DELETE FROM engagement_event AS event
    USING erased_installation
    WHERE event.installation_id = erased_installation.installation_id
    RETURNING
        event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version,
        event.type, event.app_state, event.trigger, event.installation_id, event.id
),

old_permission_event AS (
    DELETE FROM permission_event AS event
    USING erased_installation
    WHERE event.installation_id = erased_installation.installation_id
    RETURNING
        event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version,
        event.type, NULL::app_state, NULL::open_trigger, event.installation_id, event.id
)

INSERT INTO erased_event (
    effective_at, occurred_at, received_at, batch_id, app, app_version, type, app_state, trigger, installation_id, id
)
-- Leaves out the rows that engagement_event has for permission events: they contain only key and type.
SELECT old_engagement_event.*
FROM old_engagement_event
WHERE old_engagement_event.type IN ({engagement_events: '#'})
UNION ALL
SELECT old_permission_event.* FROM old_permission_event;
ANALYZE erased_event
