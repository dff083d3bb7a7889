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
    open_window bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH counted AS (
    SELECT days.*
    FROM projection.opt_in_days(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS days
),

-- The rows of opt_in_by_os.
version AS (
    SELECT
        summed.*,
        projection.is_withheld(summed.is_small, summed.prompted) OVER (
            PARTITION BY summed.app, summed.os_name
            ORDER BY summed.is_small DESC, summed.prompted, summed.os_major, summed.os_minor
        ) AS is_withheld
    FROM (
        SELECT
            counted.app,
            counted.os_name,
            counted.os_major,
            counted.os_minor,
            sum(counted.prompted)::bigint AS prompted,
            projection.is_small(sum(counted.prompted)::bigint, minimum_cell) AS is_small
        FROM counted
        GROUP BY counted.app, counted.os_name, counted.os_major, counted.os_minor
    ) AS summed
),

cell AS (
    SELECT
        counted.*,
        projection.is_small(counted.prompted, minimum_cell) OR version.is_withheld AS is_small
    FROM counted
    INNER JOIN version
        ON version.app = counted.app
        AND version.os_name = counted.os_name
        AND version.os_major = counted.os_major
        AND version.os_minor = counted.os_minor
    WHERE minimum_cell > 0
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.prompted) OVER (
            PARTITION BY cell.app, cell.day, cell.os_name
            ORDER BY cell.is_small DESC, cell.prompted, cell.os_major, cell.os_minor
        ) AS is_withheld
    FROM cell
    UNION ALL
    -- Without a minimum no row is withheld, and none is weighed.
    SELECT counted.*, false, false
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
        grouped.prompted,
        grouped.granted + grouped.denied,
        grouped.granted,
        grouped.denied,
        grouped.undecided,
        grouped.open_window
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    app.app_id COLLATE "C", grouped.day, grouped.os_name COLLATE "C", grouped.os_major, grouped.os_minor
$$;
COMMENT ON FUNCTION analytics.opt_in_daily(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, day and OS version of the prompt, for prompts from from_day to to_day.';
