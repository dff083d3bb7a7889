-- The rows of opens_cell as they were at a past horizon, for projection.past. Metrics: Opens. os is 0 where there is none.
-- known_by: the horizon. Reads past_sends and the log.
CREATE OR REPLACE FUNCTION projection.past_opens(known_by timestamptz) RETURNS SETOF projection.past_opens
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, pg_temp
AS $$
SELECT
    counted.app,
    counted.day,
    coalesce(counted.os, 0),
    sum(counted.sent)::bigint,
    sum(counted.received)::bigint,
    sum(counted.direct_opens)::bigint,
    sum(counted.influenced_opens)::bigint,
    sum(counted.openers)::bigint,
    sum(counted.active)::bigint,
    sum(counted.opened_24h)::bigint
FROM (
    SELECT
        send.app, send.day, send.os,
        count(*) AS sent,
        count(*) FILTER (WHERE send.is_received) AS received,
        count(*) FILTER (WHERE send.is_opened) AS direct_opens,
        count(*) FILTER (WHERE send.is_influenced) AS influenced_opens,
        0 AS openers,
        0 AS active,
        count(*) FILTER (WHERE send.is_opened_24h) AS opened_24h
    FROM projection.past(NULL::projection.past_sends, known_by) AS send
    GROUP BY send.app, send.day, send.os
    UNION ALL
    SELECT
        opened.app, opened.day, opened.os, 0, 0, 0, 0,
        count(*) FILTER (WHERE opened.measure = 'openers'),
        count(*) FILTER (WHERE opened.measure = 'active'),
        0
    FROM projection.active_days(NULL, NULL, NULL, known_by, projection.held('opens')) AS opened
    GROUP BY opened.app, opened.day, opened.os
) AS counted
GROUP BY counted.app, counted.day, counted.os
$$;
