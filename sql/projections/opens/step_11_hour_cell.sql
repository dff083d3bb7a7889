-- Step 11 of the opens projection: adds what changed to the cells of day and hour. Reads the work table of step 8.
INSERT INTO hour_cell AS cell (sent, direct_opens, app, day, hour)
SELECT
    sum(counted.sent),
    sum(counted.direct_opens),
    counted.app,
    counted.day,
    counted.hour
FROM changed_count AS counted
WHERE counted.hour IS NOT NULL
GROUP BY counted.app, counted.day, counted.hour
-- Receipts, app opens and other systems change neither.
HAVING sum(counted.sent) <> 0 OR sum(counted.direct_opens) <> 0
ORDER BY counted.app, counted.day, counted.hour
ON CONFLICT (app, day, hour) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    direct_opens = cell.direct_opens + excluded.direct_opens
