-- Step 9 of the journey projection: adds `reach_change` to the steps of reach. Once for each time that the journeys are
-- replaced, which is in the same transaction.
INSERT INTO reach_step_v1 AS reach (
    authorized, provisional, ephemeral, denied, not_determined, unknown, gained, lost, app, day, os_major, os_minor, os_name
)
SELECT
    change.authorized, change.provisional, change.ephemeral, change.denied, change.not_determined, change.unknown,
    change.gained, change.lost, change.app, change.day, change.os_major, change.os_minor, change.os_name
FROM reach_change AS change
ORDER BY change.app, change.day, change.os_name, change.os_major, change.os_minor
ON CONFLICT (app, day, os_name, os_major, os_minor) DO UPDATE SET
    authorized = reach.authorized + excluded.authorized,
    provisional = reach.provisional + excluded.provisional,
    ephemeral = reach.ephemeral + excluded.ephemeral,
    denied = reach.denied + excluded.denied,
    not_determined = reach.not_determined + excluded.not_determined,
    unknown = reach.unknown + excluded.unknown,
    gained = reach.gained + excluded.gained,
    lost = reach.lost + excluded.lost
