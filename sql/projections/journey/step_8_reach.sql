-- Step 8 of the journey projection: adds `reach_change`, which has the same columns, to daily_reach_change. Must run
-- exactly once for each replacement of the journeys, which is in the same transaction.
INSERT INTO daily_reach_change AS reach
SELECT change.*
FROM reach_change AS change
ORDER BY change.app, change.day, change.os_name, change.os_major, change.os_minor
ON CONFLICT (app, day, os_name, os_major, os_minor) DO UPDATE SET
    {statuses+moves+levels: # = reach.# + excluded.#}
