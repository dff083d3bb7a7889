-- Sends and what became of them for whole apps, by day, major and version. Metrics: Opens.
-- level: 'app', 'day', 'major' or 'version'; is_open: of days, whether a number of it can still change. A direct open
-- takes its send from the influenced ones, so these are not settled before both windows have passed.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer installations sent to keep their keys
-- alone, and where that leaves one row of a level, app and OS blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.opens_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    is_open boolean,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    direct_open_rate numeric,
    direct_open_rate_low numeric,
    direct_open_rate_high numeric,
    influenced_open_rate numeric,
    influenced_open_rate_low numeric,
    influenced_open_rate_high numeric,
    total_open_rate numeric,
    total_open_rate_low numeric,
    total_open_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH counted AS (
    SELECT
        CASE
            WHEN grouping(opens.day) = 0 THEN 'day'
            WHEN grouping(os.minor) = 0 THEN 'version'
            WHEN grouping(os.major) = 0 THEN 'major'
            ELSE 'app'
        END AS level,
        opens.app,
        opens.day,
        os.os_name,
        os.major,
        os.minor,
        sum(opens.sent)::bigint AS sent,
        sum(opens.received)::bigint AS received,
        sum(opens.direct_opens)::bigint AS direct_opens,
        sum(opens.influenced_opens)::bigint AS influenced_opens
    FROM projection.opens(from_day, to_day, known_by) AS opens
    LEFT JOIN log.os ON os.os = opens.os
    WHERE opens.sent > 0
    GROUP BY opens.app, GROUPING SETS ((), (opens.day), (os.os_name, os.major), (os.os_name, os.major, os.minor))
),

-- Nobody asks for it without a minimum, and it is not looked for then.
sent_to AS (
    SELECT
        CASE
            WHEN grouping(send.day) = 0 THEN 'day'
            WHEN grouping(os.minor) = 0 THEN 'version'
            WHEN grouping(os.major) = 0 THEN 'major'
            ELSE 'app'
        END AS level,
        send.app,
        send.day,
        os.os_name,
        os.major,
        os.minor,
        count(DISTINCT send.installation_id) AS people
    FROM projection.sends(from_day, to_day, known_by) AS send
    LEFT JOIN log.os ON os.os = send.os
    WHERE minimum_cell > 0
    GROUP BY send.app, GROUPING SETS ((), (send.day), (os.os_name, os.major), (os.os_name, os.major, os.minor))
),

cell AS (
    SELECT
        counted.*,
        sent_to.people,
        projection.is_small(sent_to.people, minimum_cell) AS is_small
    FROM counted
    LEFT JOIN sent_to
        ON sent_to.level = counted.level
        AND sent_to.app = counted.app
        AND coalesce(sent_to.day, '-infinity') = coalesce(counted.day, '-infinity')
        AND coalesce(sent_to.os_name, '') = coalesce(counted.os_name, '')
        AND coalesce(sent_to.major, -1) = coalesce(counted.major, -1)
        AND coalesce(sent_to.minor, -1) = coalesce(counted.minor, -1)
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.people) OVER (
            PARTITION BY cell.level, cell.app, cell.os_name
            ORDER BY cell.is_small DESC, cell.people, cell.day, cell.major, cell.minor
        ) AS is_withheld
    FROM cell
)

SELECT
    grouped.level,
    app.app_id,
    grouped.day,
    grouped.os_name,
    grouped.major || coalesce('.' || grouped.minor, ''),
    -- The last moment of the day is still within a window at the horizon.
    (grouped.day + 1)::timestamp AT TIME ZONE settings.time_zone
        + make_interval(secs => greatest(settings.open_window_seconds, settings.influence_window_seconds)) > known_by,
    shown.*
FROM grouped
CROSS JOIN projection.settings
INNER JOIN log.app ON app.app = grouped.app
LEFT JOIN LATERAL (
    SELECT
        grouped.sent,
        grouped.received,
        grouped.direct_opens,
        grouped.influenced_opens,
        direct.*,
        influenced.*,
        total.*
    FROM projection.published_rate(grouped.direct_opens, grouped.sent) AS direct
    CROSS JOIN projection.published_rate(grouped.influenced_opens, grouped.sent) AS influenced
    CROSS JOIN projection.published_rate(grouped.direct_opens + grouped.influenced_opens, grouped.sent) AS total
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    app.app_id COLLATE "C", grouped.level COLLATE "C", grouped.day, grouped.os_name COLLATE "C", grouped.major, grouped.minor
$$;
COMMENT ON FUNCTION projection.opens_page(date, date, timestamptz, integer) IS
    'Sends and what became of them by app, day, major and version, with intervals.';
