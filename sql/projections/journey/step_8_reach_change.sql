-- Step 8 of the journey projection: by how much the folded journeys change the steps of reach: what they contribute less
-- what the same installations contributed before. Reads `touched`, `folded` and the journeys as they were; makes the work
-- table `reach_change`. May be run twice.
CREATE TEMPORARY TABLE reach_change ON COMMIT DROP AS
SELECT
    sum(change.authorized)::bigint AS authorized,
    sum(change.provisional)::bigint AS provisional,
    sum(change.ephemeral)::bigint AS ephemeral,
    sum(change.denied)::bigint AS denied,
    sum(change.not_determined)::bigint AS not_determined,
    sum(change.unknown)::bigint AS unknown,
    sum(change.gained)::bigint AS gained,
    sum(change.lost)::bigint AS lost,
    change.app,
    change.day,
    os.major AS os_major,
    os.minor AS os_minor,
    os.os_name
FROM (
    SELECT
        contributed.app, moved.day, moved.os,
        sum(contributed.weight * moved.authorized) AS authorized,
        sum(contributed.weight * moved.provisional) AS provisional,
        sum(contributed.weight * moved.ephemeral) AS ephemeral,
        sum(contributed.weight * moved.denied) AS denied,
        sum(contributed.weight * moved.not_determined) AS not_determined,
        sum(contributed.weight * moved.unknown) AS unknown,
        sum(contributed.weight * moved.gained) AS gained,
        sum(contributed.weight * moved.lost) AS lost
    FROM (
        SELECT 1 AS weight, folded.app, folded.status_from, folded.status, folded.status_os
        FROM folded
        UNION ALL
        SELECT -1 AS weight, journey.app, journey.status_from, journey.status, journey.status_os
        FROM touched
        -- OFFSET 0 keeps the planner to the index, however many are touched.
        CROSS JOIN LATERAL (
            SELECT journey_v1.app, journey_v1.status_from, journey_v1.status, journey_v1.status_os
            FROM journey_v1
            WHERE journey_v1.installation_id = touched.installation_id AND journey_v1.app = touched.app
            OFFSET 0
        ) AS journey
    ) AS contributed
    CROSS JOIN settings
    CROSS JOIN LATERAL projection.reach_changes(
        contributed.status_from, contributed.status, contributed.status_os, settings.time_zone
    ) AS moved
    GROUP BY contributed.app, moved.day, moved.os
) AS change
INNER JOIN log.os ON os.os = change.os
GROUP BY change.app, change.day, os.os_name, os.major, os.minor
HAVING (
    sum(change.authorized), sum(change.provisional), sum(change.ephemeral), sum(change.denied),
    sum(change.not_determined), sum(change.unknown), sum(change.gained), sum(change.lost)
) <> (0, 0, 0, 0, 0, 0, 0, 0)
