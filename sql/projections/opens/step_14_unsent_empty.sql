-- Step 14 of the opens projection: takes out the days on which no open is without its send any more. Reads unsent_cell,
-- which has a row a day at most for each app. May be run twice.
DELETE FROM unsent_cell AS cell
WHERE cell.opens = 0
