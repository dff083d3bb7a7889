-- Returns what an erasure would delete, by app: installations with events, permission events, engagement events and
-- rejected deliveries. The app of a reject is null if it was not read. Reads all engagement events and the quarantine.
-- $1: installation_ids; $2: ids that another product has for their devices.
WITH counts AS (
    SELECT
        app.app_id, installation.installation_id, installation.permission_events, installation.engagement_events,
        0 AS quarantined
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
    ) AS installation
    INNER JOIN log.app ON app.app = installation.app
    UNION ALL
    SELECT reject.app_id, NULL, 0, 0, 1
    FROM log.quarantine AS reject
    WHERE EXISTS (
        SELECT FROM log.installations_named(reject) AS installation (installation_id)
        WHERE installation.installation_id = ANY ($1::uuid[])
    )
        OR log.names_device(reject, $2::text[])
)

SELECT
    counts.app_id,
    count(DISTINCT counts.installation_id),
    coalesce(sum(counts.permission_events), 0)::bigint,
    coalesce(sum(counts.engagement_events), 0)::bigint,
    sum(counts.quarantined)::bigint
FROM counts
GROUP BY counts.app_id
ORDER BY counts.app_id COLLATE "C"
