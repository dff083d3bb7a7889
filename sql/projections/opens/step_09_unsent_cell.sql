-- Step 9 of the opens projection: adds the changes of steps 4 and 7 to the daily counts of opens without a send.
INSERT INTO unsent_cell AS cell (opens, app, day)
SELECT sum(change.n * change.unsent_opens), change.app, change.day
FROM changed_count AS change
WHERE change.os IS NULL
GROUP BY change.app, change.day
ORDER BY change.app, change.day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
