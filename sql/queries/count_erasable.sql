-- Returns what an erasure would delete, by app: installations with events, permission events, engagement events and
-- rejected deliveries. The app of a reject is null if it was not read. Reads all engagement events and the quarantine.
-- $1: installation_ids.
WITH told AS (
    SELECT app.app_id, event.installation_id, event.permission_events, event.engagement_events, 0 AS quarantined
    FROM (
        SELECT permission.app, permission.installation_id, count(*) AS permission_events, 0 AS engagement_events
        FROM log.permission_event AS permission
        WHERE permission.installation_id = ANY ($1::uuid[])
        GROUP BY permission.app, permission.installation_id
        UNION ALL
        SELECT engagement.app, engagement.installation_id, 0, count(*)
        FROM log.engagement_event AS engagement
        -- Leaves out the rows that only repeat the key of a permission event.
        WHERE engagement.installation_id = ANY ($1::uuid[]) AND engagement.type IN ({engagement_events: '#'})
        GROUP BY engagement.app, engagement.installation_id
    ) AS event
    INNER JOIN log.app ON app.app = event.app
    UNION ALL
    SELECT held.app_id, NULL, 0, 0, 1
    FROM log.quarantine AS held
    WHERE EXISTS (
        SELECT FROM log.installations_named(held) AS named (installation_id)
        WHERE named.installation_id = ANY ($1::uuid[])
    )
)

SELECT
    told.app_id,
    count(DISTINCT told.installation_id),
    coalesce(sum(told.permission_events), 0)::bigint,
    coalesce(sum(told.engagement_events), 0)::bigint,
    sum(told.quarantined)::bigint
FROM told
GROUP BY told.app_id
ORDER BY told.app_id COLLATE "C"
