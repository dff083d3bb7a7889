-- Step 9 of the opens projection: adds the changes of steps 4 and 7 to the daily counts of opens without a send.
INSERT INTO unsent_cell AS cell (opens, app, day)
SELECT sum(changed.n * changed.unsent_opens), changed.app, changed.day
FROM changed_count AS changed
WHERE changed.os IS NULL
GROUP BY changed.app, changed.day
ORDER BY changed.app, changed.day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
