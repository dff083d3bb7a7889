-- Step 7 of the journey projection: computes the changes to reach_step: what the new journeys contribute minus what
-- the old journeys of the same installations contributed. Reads `touched`, `folded` and journey; creates the work
-- table `reach_change`, with the columns of reach_step. May be run twice.
CREATE TEMPORARY TABLE reach_change ON COMMIT DROP AS
SELECT
    {statuses+moves: sum(moved.#) AS #},
    contributed.app,
    moved.day,
    os.major AS os_major,
    os.minor AS os_minor,
    os.os_name
FROM (
    SELECT 1 AS weight, folded.app, folded.status_from, folded.status, folded.status_os
    FROM folded
    UNION ALL
    SELECT -1 AS weight, journey.app, journey.status_from, journey.status, journey.status_os
    FROM touched
    -- OFFSET 0 makes the planner use the index, however many rows `touched` has.
    CROSS JOIN LATERAL (
        SELECT journey.app, journey.status_from, journey.status, journey.status_os
        FROM journey
        WHERE journey.installation_id = touched.installation_id AND journey.app = touched.app
        OFFSET 0
    ) AS journey
) AS contributed
CROSS JOIN settings
CROSS JOIN LATERAL projection.reach_changes(
    contributed.weight, contributed.status_from, contributed.status, contributed.status_os, settings.time_zone
) AS moved
INNER JOIN os ON os.os = moved.os
GROUP BY contributed.app, moved.day, os.os_name, os.major, os.minor
HAVING ({statuses+moves: sum(moved.#)}) <> ({statuses+moves: 0})
