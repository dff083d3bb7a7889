-- Step 10 of the opens projection: adds the changes of step 8 to the daily counts of opens without a send.
INSERT INTO open_without_send_cell AS cell (opens, app, day)
SELECT sum(change.sign * change.opens_without_send), change.app, change.day
FROM changed_count AS change
WHERE change.os IS NULL
GROUP BY change.app, change.day
ORDER BY change.app, change.day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
