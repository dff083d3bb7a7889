-- Step 12 of the journey projection: deletes the rows of prompt_cell without people, so that the rows do not depend on
-- the order of arrival. Reads `prompt_change`. May be run twice.
DELETE FROM prompt_cell AS cell
USING prompt_change AS change
WHERE cell.app = change.app
    AND cell.day = change.day
    AND cell.dimension = change.dimension
    AND cell.value = change.value
    AND cell.within = change.within
    AND cell.people = 0
