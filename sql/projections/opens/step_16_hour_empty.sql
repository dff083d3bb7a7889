-- Step 16 of the opens projection: takes out the cells of day and hour in which nothing is left.
-- Reads the work table of step 9. May be run twice.
DELETE FROM hour_cell AS cell
USING (SELECT DISTINCT counted.app, counted.day FROM changed_count AS counted) AS touched
WHERE cell.app = touched.app
    AND cell.day = touched.day
    AND (cell.sent, cell.direct_opens) = (0, 0)
