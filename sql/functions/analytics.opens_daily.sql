-- Sends and what became of them, openers and active installations by app, day and OS version. Metrics: Opens, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer people keep their
-- keys alone, and where that leaves one row of an app, day and OS blank, so does the smallest of those with enough. The
-- people of a row are the installations sent to or the active ones, whichever are more. A row of none is not small: its
-- openers were last active under another version.
CREATE OR REPLACE FUNCTION analytics.opens_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_version text,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    direct_open_rate numeric,
    direct_open_rate_low numeric,
    direct_open_rate_high numeric,
    influenced_open_rate numeric,
    total_open_rate numeric,
    openers bigint,
    active bigint,
    sent_24h bigint,
    opened_24h bigint,
    open_rate_24h numeric,
    open_rate_24h_low numeric,
    open_rate_24h_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
-- Added as double precision, which is exact below 2^53: sums of bigint are numeric, and took a seventh of the whole time.
WITH counted AS (
    SELECT
        opens.app,
        opens.day,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        sum(opens.sent::double precision)::bigint AS sent,
        sum(opens.received::double precision)::bigint AS received,
        sum(opens.direct_opens::double precision)::bigint AS direct_opens,
        sum(opens.influenced_opens::double precision)::bigint AS influenced_opens,
        sum(opens.openers::double precision)::bigint AS openers,
        sum(opens.active::double precision)::bigint AS active,
        sum(opens.sent_24h::double precision)::bigint AS sent_24h,
        sum(opens.opened_24h::double precision)::bigint AS opened_24h
    FROM (
        SELECT
            cell.app, cell.day, cell.os, cell.sent, cell.received, cell.direct_opens, cell.influenced_opens, cell.openers,
            cell.active, cell.sent AS sent_24h, cell.opened_24h
        FROM projection.opens(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS cell
        UNION ALL
        SELECT recent.app, recent.day, recent.os, 0, 0, 0, 0, 0, 0, -recent.sent, -recent.opened_24h
        FROM projection.recent_sends(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS recent
    ) AS opens
    LEFT JOIN log.os ON os.os = opens.os
    GROUP BY opens.app, opens.day, os.os_name, os.major, os.minor
),

sent_to AS (
    SELECT send.app, send.day, os.os_name, os.major, os.minor, count(DISTINCT send.installation_id) AS people
    FROM projection.sends(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS send
    LEFT JOIN log.os ON os.os = send.os
    GROUP BY send.app, send.day, os.os_name, os.major, os.minor
),

-- Nobody asks for the people sent to without a minimum, and they are not looked for then.
cell AS (
    SELECT
        counted.*,
        greatest(counted.active, sent_to.people) AS people,
        projection.is_small(greatest(counted.active, sent_to.people), minimum_cell) AS is_small
    FROM counted
    LEFT JOIN sent_to
        ON sent_to.app = counted.app
        AND sent_to.day = counted.day
        AND coalesce(sent_to.os_name, '') = coalesce(counted.os_name, '')
        AND coalesce(sent_to.major, -1) = coalesce(counted.os_major, -1)
        AND coalesce(sent_to.minor, -1) = coalesce(counted.os_minor, -1)
    WHERE minimum_cell > 0
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.people) OVER (
            PARTITION BY cell.app, cell.day, cell.os_name
            ORDER BY cell.is_small DESC, cell.people, cell.os_major, cell.os_minor
        ) AS is_withheld
    FROM cell
    UNION ALL
    -- Without a minimum no row is withheld, and none is weighed.
    SELECT counted.*, NULL, false, false
    FROM counted
    WHERE (minimum_cell > 0) IS NOT TRUE
)

SELECT
    app.app_id,
    grouped.day,
    grouped.os_name,
    grouped.os_major || '.' || grouped.os_minor,
    shown.*
FROM grouped
INNER JOIN log.app ON app.app = grouped.app
LEFT JOIN LATERAL (
    SELECT
        grouped.sent,
        grouped.received,
        grouped.direct_opens,
        grouped.influenced_opens,
        analytics.published(grouped.direct_opens::numeric / nullif(grouped.sent, 0)),
        analytics.published(analytics.wilson_low(grouped.direct_opens, grouped.sent)),
        analytics.published(analytics.wilson_high(grouped.direct_opens, grouped.sent)),
        analytics.published(grouped.influenced_opens::numeric / nullif(grouped.sent, 0)),
        analytics.published((grouped.direct_opens + grouped.influenced_opens)::numeric / nullif(grouped.sent, 0)),
        grouped.openers,
        grouped.active,
        grouped.sent_24h,
        grouped.opened_24h,
        rate_24h.*
    FROM projection.published_rate(grouped.opened_24h, grouped.sent_24h) AS rate_24h
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    app.app_id COLLATE "C", grouped.day, coalesce(grouped.os_name, '') COLLATE "C", grouped.os_major,
    grouped.os_minor
$$;
COMMENT ON FUNCTION analytics.opens_daily(date, date, timestamptz, integer) IS
    'Sends by their day and what became of them, openers and active installations of the day, by app and OS version.';
