-- Step 9 of the journey projection: deletes the rows of daily_reach_change that are all 0 now, so that the rows do not
-- depend on the order of arrival. Reads `reach_change`. May be run twice.
DELETE FROM daily_reach_change AS reach
USING reach_change AS change
WHERE reach.app = change.app
    AND reach.day = change.day
    AND reach.os_name = change.os_name
    AND reach.os_major = change.os_major
    AND reach.os_minor = change.os_minor
    AND ({statuses+moves+levels: reach.#}) = ({statuses+moves+levels: 0})
