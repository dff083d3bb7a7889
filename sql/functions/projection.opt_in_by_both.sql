-- The opt-in funnel by OS and app version of the prompt at once, over a range of days of the prompt. Metrics: Opt-in funnel,
-- Privacy. level: 'version' (major.minor) or 'major'.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people keep their keys alone, and where
-- that leaves one row of an app, OS and app version, or of an app and OS version, blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.opt_in_by_both(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    app_version text,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric,
    level text
)
LANGUAGE sql STABLE
AS $$
WITH levelled AS (
    SELECT
        CASE WHEN grouping(os.minor) = 0 THEN 'version' ELSE 'major' END AS level,
        app.app_id,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        coalesce(app_version.text, '') AS app_version,
        sum(counted.prompted)::bigint AS prompted,
        projection.is_small(sum(counted.prompted)::bigint, minimum_cell) AS is_small,
        sum(counted.granted)::bigint AS granted,
        sum(counted.denied)::bigint AS denied,
        sum(counted.undecided)::bigint AS undecided,
        sum(counted.open_window)::bigint AS open_window
    FROM projection.opt_in_counts(from_day, to_day, known_by) AS counted
    INNER JOIN log.app ON app.app = counted.app
    INNER JOIN log.os ON os.os = counted.os
    LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
    GROUP BY app.app_id, os.os_name, os.major, app_version.text, GROUPING SETS ((), (os.minor))
),

placed AS (
    SELECT
        levelled.*,
        row_number() OVER (
            ORDER BY
                levelled.app_version <> '',
                projection.version_numbers(levelled.app_version) NULLS LAST,
                levelled.app_version COLLATE "C"
        ) AS place
    FROM levelled
),

grouped AS (
    SELECT
        placed.*,
        projection.is_withheld(placed.is_small, placed.prompted) OVER (
            PARTITION BY placed.level, placed.app_id, placed.os_name, placed.app_version
            ORDER BY placed.is_small DESC, placed.prompted, placed.os_major, placed.os_minor
        ) OR projection.is_withheld(placed.is_small, placed.prompted) OVER (
            PARTITION BY placed.level, placed.app_id, placed.os_name, placed.os_major, placed.os_minor
            ORDER BY placed.is_small DESC, placed.prompted, placed.place
        ) AS is_withheld
    FROM placed
)

SELECT
    grouped.app_id,
    grouped.os_name,
    grouped.os_major || coalesce('.' || grouped.os_minor, ''),
    grouped.app_version,
    shown.*,
    grouped.level
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.prompted,
        grouped.granted + grouped.denied,
        grouped.granted,
        grouped.denied,
        grouped.undecided,
        grouped.open_window,
        rate.*
    FROM projection.published_rate(grouped.granted, grouped.prompted - grouped.open_window) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.os_name COLLATE "C", grouped.os_major, grouped.os_minor NULLS FIRST,
    grouped.place
$$;
COMMENT ON FUNCTION projection.opt_in_by_both(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, OS version or major, and app version.';
