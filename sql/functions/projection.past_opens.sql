-- The rows of opens_cell, campaign_cell and hour_cell as they were at a past horizon, for projection.past. Metrics: Opens.
-- Of one app, day and system there can be two: of sends, and of openers and active installations. Reads past_sends and the log.
CREATE OR REPLACE FUNCTION projection.past_opens(known_by timestamptz) RETURNS SETOF projection.opens
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    send.app,
    send.day,
    CASE WHEN grouping(send.os) = 0 THEN coalesce(send.os, 0) END,
    count(*),
    count(*) FILTER (WHERE send.is_received),
    count(*) FILTER (WHERE send.is_opened),
    count(*) FILTER (WHERE send.is_influenced),
    0,
    0,
    count(*) FILTER (WHERE send.is_opened_24h),
    CASE WHEN grouping(send.campaign) = 0 THEN coalesce(send.campaign, 0) END,
    send.hour
FROM projection.past(NULL::projection.send, known_by) AS send
GROUP BY send.app, send.day, GROUPING SETS ((send.os), (send.campaign), (send.hour))
UNION ALL
SELECT
    opened.app, opened.day, opened.os, 0, 0, 0, 0, count(*) FILTER (WHERE opened.measure = 'openers'),
    count(*) FILTER (WHERE opened.measure = 'active'), 0, NULL, NULL
FROM projection.active_days(NULL, NULL, NULL, known_by, projection.held('opens')) AS opened
GROUP BY opened.app, opened.day, opened.os
$$;
