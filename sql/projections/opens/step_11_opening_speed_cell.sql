-- Step 11 of the opens projection: adds the changes of step 4 to the counts of how soon sends are opened.
INSERT INTO opening_speed_cell AS cell (opens, app, day, campaign, seconds)
SELECT sum(change.sign * change.sent), change.app, change.day, change.campaign, change.opened_within
FROM changed_count AS change
WHERE change.opened_within IS NOT NULL
GROUP BY change.day, change.app, change.campaign, change.opened_within
ORDER BY change.day, change.app, change.campaign, change.opened_within
ON CONFLICT (day, app, campaign, seconds) DO UPDATE SET opens = cell.opens + excluded.opens
