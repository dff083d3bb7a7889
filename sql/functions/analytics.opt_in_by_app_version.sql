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
SELECT cell.app_id, cell.app_version, funnel.*
FROM (
    SELECT
        placed.*,
        projection.is_withheld(placed.prompted, minimum_cell) OVER (
            PARTITION BY placed.app_id ORDER BY placed.prompted, placed.place
        ) AS is_withheld
    FROM (
        SELECT
            funnels.*,
            row_number() OVER (
                ORDER BY
                    funnels.app_version <> '',
                    projection.version_numbers(funnels.app_version) NULLS LAST,
                    funnels.app_version COLLATE "C"
            ) AS place
        FROM projection.opt_in_funnels(
            from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), '{app_version}'
        ) AS funnels
    ) AS placed
) AS cell
LEFT JOIN LATERAL projection.published_funnel(
    cell.prompted, cell.granted, cell.denied, cell.undecided, cell.open_window
) AS funnel ON NOT cell.is_withheld
ORDER BY cell.app_id COLLATE "C", cell.place
$$;
COMMENT ON FUNCTION analytics.opt_in_by_app_version(date, date, timestamptz, integer) IS
    'The opt-in funnel by app and app version of the prompt.';
