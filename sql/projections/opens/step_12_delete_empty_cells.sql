-- Step 12 of the opens projection: deletes cells whose counts are all 0. A cell with sent = 0 has no receipts or opens
-- either: opens without a send have their own cells. Reads the work table of step 4, and all of open_without_send_cell,
-- which has at most one row per app and day. May be run twice.
WITH empty_cell AS (
    DELETE FROM opens_cell AS sends_cell
    USING (SELECT DISTINCT change.app, change.day FROM changed_count AS change) AS app_day
    WHERE sends_cell.app = app_day.app
        AND sends_cell.day = app_day.day
        AND (sends_cell.sent, sends_cell.openers, sends_cell.active) = (0, 0, 0)
),

empty_campaign_cell AS (
    DELETE FROM campaign_cell
    USING (SELECT DISTINCT change.app, change.day FROM changed_count AS change WHERE change.campaign IS NOT NULL) AS app_day
    WHERE campaign_cell.app = app_day.app AND campaign_cell.day = app_day.day AND campaign_cell.sent = 0
)

DELETE FROM open_without_send_cell AS unsent_cell
WHERE unsent_cell.opens = 0
