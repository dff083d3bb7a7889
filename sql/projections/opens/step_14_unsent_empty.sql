-- Step 14 of the opens projection: takes out the days on which no open is without its send any more: the days of opens
-- of notifications that this step touched. Reads the work table of step 4, and unsent_cell, which has a row a day at most.
-- May be run twice.
DELETE FROM unsent_cell AS cell
WHERE cell.opens = 0 AND EXISTS (SELECT FROM changed_notification AS changed WHERE changed.is_moved)
