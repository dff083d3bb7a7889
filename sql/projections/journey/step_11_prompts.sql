-- Step 11 of the journey projection: adds `prompt_change`, which has the same columns, to prompt_cell. Must run exactly
-- once for each replacement of the journeys, which is in the same transaction.
INSERT INTO prompt_cell AS cell
SELECT change.*
FROM prompt_change AS change
ORDER BY change.app, change.day, change.dimension, change.value, change.within
ON CONFLICT (app, day, dimension, value, within) DO UPDATE SET
    people = cell.people + excluded.people,
    allowed = cell.allowed + excluded.allowed,
    allowed_24h = cell.allowed_24h + excluded.allowed_24h,
    reachable = cell.reachable + excluded.reachable
