-- Step 12 of the opens projection: takes out the cells of day and system in which nothing is left.
-- Reads the work table of step 9. May be run twice.
DELETE FROM opens_cell AS cell
USING (SELECT DISTINCT counted.app, counted.day FROM changed_count AS counted) AS touched
WHERE cell.app = touched.app
    AND cell.day = touched.day
    AND (cell.sent, cell.received, cell.direct_opens, cell.influenced_opens, cell.openers, cell.active)
        = (0, 0, 0, 0, 0, 0)
