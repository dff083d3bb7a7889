-- Step 7 of the opens projection: what changed sends and days count, by all dimensions of the cells. Reads the work tables
-- changed_send and changed_day, and settings.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT
    send.app,
    counted.day,
    counted.hour,
    counted.os,
    counted.campaign,
    sum(send.n) AS sent,
    sum(send.n * counted.is_received::integer) AS received,
    sum(send.n * counted.is_opened::integer) AS direct_opens,
    sum(send.n * counted.is_influenced::integer) AS influenced_opens,
    sum(send.n * counted.is_opened_24h::integer) AS opened_24h,
    0 AS openers,
    0 AS active
FROM changed_send AS send
CROSS JOIN LATERAL metric.counted_send(
    send.send_at, send.os, send.campaign, send.received, send.opened, send.claims_app_open
) AS counted
WHERE send.send_at IS NOT NULL
GROUP BY send.app, counted.day, counted.hour, counted.os, counted.campaign
UNION ALL
SELECT
    day.app, day.day, NULL, day.os, NULL, 0, 0, 0, 0, 0,
    sum(day.n * (day.measure = 'openers')::integer),
    sum(day.n * (day.measure = 'active')::integer)
FROM changed_day AS day
WHERE day.measure IN ('openers', 'active')
GROUP BY day.app, day.day, day.os
