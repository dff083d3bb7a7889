-- The rows of opens_cell, campaign_cell and hour_cell as they were at a past horizon, for projection.past. Metrics: Opens.
-- Of one app, day and system there can be two: of sends, and of openers and active installations. Reads past_sends and the log.
CREATE OR REPLACE FUNCTION projection.past_opens(known_by timestamptz) RETURNS SETOF projection.opens
LANGUAGE sql STABLE
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
    opened.app, opened.day, kind.os, 0, 0, 0, 0, count(*) FILTER (WHERE kind.is_opener),
    count(*) FILTER (WHERE NOT kind.is_opener), 0, NULL, NULL
FROM projection.settings
CROSS JOIN LATERAL projection.recomputed_days(known_by, projection.held('opens'), settings.time_zone) AS opened
CROSS JOIN LATERAL (VALUES (opened.os, false), (opened.opener_os, true)) AS kind (os, is_opener)
WHERE kind.os IS NOT NULL
GROUP BY opened.app, opened.day, kind.os
$$;
