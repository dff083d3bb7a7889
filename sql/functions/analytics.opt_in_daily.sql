-- The opt-in funnel by app, day and OS version of the prompt. Metrics: Opt-in funnel, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer people keep their
-- keys alone, also those of a version whose row of opt_in_by_os of the same range does; where that leaves one row of an
-- app, day and OS blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.opt_in_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_version text,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH counted AS (
    SELECT funnels.*
    FROM projection.opt_in_funnels(
        from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), '{day,os_version}'
    ) AS funnels
),

cell AS (
    SELECT
        counted.*,
        projection.is_small(counted.prompted, minimum_cell) OR version.prompted IS NULL AS is_small
    FROM counted
    INNER JOIN analytics.opt_in_by_os(from_day, to_day, as_of, minimum_cell) AS version
        ON version.app_id = counted.app_id
        AND version.os_name = counted.os_name
        AND version.os_version = counted.os_major || '.' || counted.os_minor
    WHERE minimum_cell > 0
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.prompted) OVER (
            PARTITION BY cell.app_id, cell.day, cell.os_name
            ORDER BY cell.is_small DESC, cell.prompted, cell.os_major, cell.os_minor
        ) AS is_withheld
    FROM cell
    UNION ALL
    -- Without a minimum no row is withheld, and none is weighed.
    SELECT counted.*, false, false
    FROM counted
    WHERE (minimum_cell > 0) IS NOT TRUE
)

SELECT grouped.app_id, grouped.day, grouped.os_name, grouped.os_major || '.' || grouped.os_minor, funnel.*
FROM grouped
LEFT JOIN LATERAL projection.published_funnel(
    grouped.prompted, grouped.granted, grouped.denied, grouped.undecided, grouped.open_window
) AS funnel ON NOT grouped.is_withheld
ORDER BY
    grouped.app_id COLLATE "C", grouped.day, grouped.os_name COLLATE "C", grouped.os_major, grouped.os_minor
$$;
COMMENT ON FUNCTION analytics.opt_in_daily(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, day and OS version of the prompt.';
