-- Step 11 of the opens projection: adds the changes of steps 4 and 7 to the counts of sends by campaign, OS and how soon they were
-- opened.
INSERT INTO campaign_cell AS cell (sent, app, day, campaign, os, seconds)
SELECT
    sum(change.sign * change.sent), change.app, change.day, change.campaign, change.os, coalesce(change.opened_within, 0)
FROM changed_count AS change
WHERE change.campaign IS NOT NULL
GROUP BY change.day, change.app, change.campaign, change.os, coalesce(change.opened_within, 0)
HAVING sum(change.sign * change.sent) <> 0
ORDER BY change.day, change.app, change.campaign, change.os, coalesce(change.opened_within, 0)
ON CONFLICT (day, app, campaign, os, seconds) DO UPDATE SET sent = cell.sent + excluded.sent
