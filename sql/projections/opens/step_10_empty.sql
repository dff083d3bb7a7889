-- Step 10 of the opens projection: deletes cells whose counts are all 0; without a send nothing is received or opened.
-- Reads the work table of step 4, and all of open_without_send_cell, which has at most one row per app and day. May be
-- run twice.
WITH empty_cell AS (
    DELETE FROM opens_cell AS cell
    USING (SELECT DISTINCT change.app, change.day FROM changed_count AS change) AS app_day
    WHERE cell.app = app_day.app AND cell.day = app_day.day AND (cell.sent, cell.openers, cell.active) = (0, 0, 0)
)

DELETE FROM open_without_send_cell AS cell
WHERE cell.opens = 0
