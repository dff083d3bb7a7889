-- Step 9 of the opens projection: adds what changed to the cells of day and system. Reads the work table of step 8.
INSERT INTO opens_cell AS cell (sent, received, direct_opens, influenced_opens, opened_24h, openers, active, app, day, os)
SELECT
    sum(counted.sent),
    sum(counted.received),
    sum(counted.direct_opens),
    sum(counted.influenced_opens),
    sum(counted.opened_24h),
    sum(counted.openers),
    sum(counted.active),
    counted.app,
    counted.day,
    counted.os
FROM changed_count AS counted
GROUP BY counted.app, counted.day, counted.os
ORDER BY counted.app, counted.day, counted.os
ON CONFLICT (app, day, os) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    received = cell.received + excluded.received,
    direct_opens = cell.direct_opens + excluded.direct_opens,
    influenced_opens = cell.influenced_opens + excluded.influenced_opens,
    opened_24h = cell.opened_24h + excluded.opened_24h,
    openers = cell.openers + excluded.openers,
    active = cell.active + excluded.active
