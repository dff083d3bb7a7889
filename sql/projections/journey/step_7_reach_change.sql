-- Step 7 of the journey projection: computes the changes to daily_reach_change: what the new journeys contribute minus
-- what the old journeys of the same installations contributed. Reads `changed_installation`, `new_journey` and journey;
-- creates the work table `reach_change`, with the columns of daily_reach_change. May be run twice.
CREATE TEMPORARY TABLE reach_change ON COMMIT DROP AS
SELECT
    {statuses+moves+levels: sum(change.#) AS #},
    journey.app,
    change.day,
    coalesce(os.major, 0) AS os_major,
    coalesce(os.minor, 0) AS os_minor,
    coalesce(os.os_name, '') AS os_name
FROM (
    SELECT
        1 AS weight, new_journey.app, new_journey.status_from, new_journey.status, new_journey.status_os,
        new_journey.levels
    FROM new_journey
    UNION ALL
    SELECT -1 AS weight, journey.app, journey.status_from, journey.status, journey.status_os, journey.levels
    FROM changed_installation AS installation
    -- OFFSET 0 makes the planner use the index, however many rows `changed_installation` has.
    CROSS JOIN LATERAL (
        SELECT journey.app, journey.status_from, journey.status, journey.status_os, journey.levels
        FROM journey
        WHERE journey.installation_id = installation.installation_id AND journey.app = installation.app
        OFFSET 0
    ) AS journey
) AS journey
CROSS JOIN settings
CROSS JOIN LATERAL projection.reach_changes(
    journey.weight, journey.status_from, journey.status, journey.status_os, journey.levels, settings.time_zone
) AS change
LEFT JOIN os ON os.os = change.os
GROUP BY journey.app, change.day, os.os_name, os.major, os.minor
HAVING ({statuses+moves+levels: sum(change.#)}) <> ({statuses+moves+levels: 0})
