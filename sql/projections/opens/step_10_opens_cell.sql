-- Step 10 of the opens projection: adds the changes of step 6 to the cells (rows of counters) of each dimension.
INSERT INTO opens_cell AS cell (
    sent, received, direct_opens, influenced_opens, openers, active, opened_24h, app, day, value, dimension
)
SELECT
    sum(counted.n * counted.sent),
    sum(counted.n * counted.received),
    sum(counted.n * counted.direct_opens),
    sum(counted.n * counted.influenced_opens),
    sum(counted.n * counted.openers),
    sum(counted.n * counted.active),
    sum(counted.n * counted.opened_24h),
    counted.app,
    counted.day,
    CASE dimension WHEN 'os' THEN counted.os WHEN 'campaign' THEN counted.campaign ELSE counted.hour_of_week END
        AS value,
    dimension
FROM changed_count AS counted
CROSS JOIN unnest('{os,campaign,hour}'::text[]) AS dimension
-- Rows of openers have no hour and campaign; rows of opens without a send have no OS either.
WHERE counted.os IS NOT NULL AND (dimension = 'os' OR counted.hour_of_week IS NOT NULL)
GROUP BY counted.day, counted.app, dimension, value
ORDER BY counted.day, counted.app, dimension, value
ON CONFLICT (day, app, dimension, value) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    received = cell.received + excluded.received,
    direct_opens = cell.direct_opens + excluded.direct_opens,
    influenced_opens = cell.influenced_opens + excluded.influenced_opens,
    openers = cell.openers + excluded.openers,
    active = cell.active + excluded.active,
    opened_24h = cell.opened_24h + excluded.opened_24h
