-- The opt-in funnel by app and the app version of the prompt over a range of days of the prompt. Metrics: Opt-in funnel,
-- Privacy. from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer people keep
-- their keys alone, and where that leaves one row of an app blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.opt_in_by_app_version(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    app_version text,
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
    SELECT versions.*
    FROM projection.opt_in_app_versions(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS versions
),

placed AS (
    SELECT
        counted.*,
        app.app_id,
        projection.is_small(counted.prompted, minimum_cell) AS is_small,
        row_number() OVER (
            PARTITION BY counted.app
            ORDER BY
                counted.app_version <> '',
                projection.version_numbers(counted.app_version) NULLS LAST,
                counted.app_version COLLATE "C"
        ) AS place
    FROM counted
    INNER JOIN log.app ON app.app = counted.app
),

grouped AS (
    SELECT
        placed.*,
        projection.is_withheld(placed.is_small, placed.prompted) OVER (
            PARTITION BY placed.app_id
            ORDER BY placed.is_small DESC, placed.prompted, placed.place
        ) AS is_withheld
    FROM placed
)

SELECT
    grouped.app_id,
    grouped.app_version,
    shown.*
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
ORDER BY grouped.app_id COLLATE "C", grouped.place
$$;
COMMENT ON FUNCTION analytics.opt_in_by_app_version(date, date, timestamptz, integer) IS
    'The opt-in funnel by app and app version of the prompt (empty: it named none), for prompts from from_day to to_day.';
