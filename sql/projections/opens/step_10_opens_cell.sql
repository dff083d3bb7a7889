-- Step 10 of the opens projection: adds what changed to the cells of day and system.
-- Reads the work tables of steps 2 and 9.
INSERT INTO opens_cell AS cell (sent, received, direct_opens, influenced_opens, openers, active, app, day, os)
SELECT
    sum(changed.sent),
    sum(changed.received),
    sum(changed.direct_opens),
    sum(changed.influenced_opens),
    sum(changed.openers),
    sum(changed.active),
    changed.app,
    changed.day,
    changed.os
FROM (
    SELECT
        counted.app, counted.day, counted.os, counted.sent, counted.received, counted.direct_opens,
        counted.influenced_opens, 0 AS openers, 0 AS active
    FROM changed_count AS counted
    UNION ALL
    SELECT
        changed_day.app, changed_day.day, side.os, 0, 0, 0, 0,
        side.n * changed_day.is_opener::integer,
        side.n * (NOT changed_day.is_opener)::integer
    FROM changed_day
    CROSS JOIN LATERAL (VALUES (1, changed_day.os_after), (-1, changed_day.os_before)) AS side (n, os)
    WHERE changed_day.os_before IS DISTINCT FROM changed_day.os_after AND side.os IS NOT NULL
) AS changed
GROUP BY changed.app, changed.day, changed.os
ORDER BY changed.app, changed.day, changed.os
ON CONFLICT (app, day, os) DO UPDATE SET
    sent = cell.sent + excluded.sent,
    received = cell.received + excluded.received,
    direct_opens = cell.direct_opens + excluded.direct_opens,
    influenced_opens = cell.influenced_opens + excluded.influenced_opens,
    openers = cell.openers + excluded.openers,
    active = cell.active + excluded.active
