-- The cells of day and system of opens, computed straight from the log: for a horizon that the state has passed, for the
-- audit, and for tests. Parameters as of recomputed_sends. os is 0 where there is none.
CREATE OR REPLACE FUNCTION projection.recomputed_opens(known_by timestamptz, up_to bigint)
RETURNS TABLE (
    app integer,
    day date,
    os integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint,
    active bigint,
    opened_24h bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
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
    FROM projection.recomputed_sends(known_by, up_to) AS send
    GROUP BY send.app, send.day, send.os
    UNION ALL
    SELECT
        side.app, side.day, side.os, 0, 0, 0, 0,
        count(*) FILTER (WHERE side.is_opener),
        count(*) FILTER (WHERE NOT side.is_opener),
        0
    FROM (
        SELECT opened.app, opened.day, kind.os, kind.is_opener
        FROM projection.recomputed_days(
            known_by, up_to, (SELECT settings.time_zone FROM projection.settings)
        ) AS opened
        CROSS JOIN LATERAL (VALUES (opened.os, false), (opened.opener_os, true)) AS kind (os, is_opener)
        WHERE kind.os IS NOT NULL
    ) AS side
    GROUP BY side.app, side.day, side.os
) AS counted
GROUP BY counted.app, counted.day, counted.os
$$;
COMMENT ON FUNCTION projection.recomputed_opens(timestamptz, bigint) IS
    'Opens by app, day and system, from the log alone.';
