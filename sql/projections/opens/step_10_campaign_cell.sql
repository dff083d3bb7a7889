-- Step 10 of the opens projection: adds what changed to the cells of day and campaign. Reads the work table of step 8.
INSERT INTO campaign_cell AS cell (sent, received, direct_opens, influenced_opens, opened_24h, app, day, campaign)
SELECT
    sum(counted.sent),
    sum(counted.received),
    sum(counted.direct_opens),
    sum(counted.influenced_opens),
    sum(counted.opened_24h),
    counted.app,
    counted.day,
    counted.campaign
FROM changed_count AS counted
WHERE counted.campaign IS NOT NULL
GROUP BY counted.app, counted.day, counted.campaign
ORDER BY counted.app, counted.day, counted.campaign
ON CONFLICT (app, day, campaign) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    received = cell.received + excluded.received,
    direct_opens = cell.direct_opens + excluded.direct_opens,
    influenced_opens = cell.influenced_opens + excluded.influenced_opens,
    opened_24h = cell.opened_24h + excluded.opened_24h
