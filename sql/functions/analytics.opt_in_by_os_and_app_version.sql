-- The opt-in funnel by app, OS version and app version of the prompt over a range of days of the prompt. Metrics: Opt-in
-- funnel, Privacy. from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: smaller rows are
-- withheld, as projection.opt_in_by_both says.
CREATE OR REPLACE FUNCTION analytics.opt_in_by_os_and_app_version(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
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
    grant_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    both_versions.app_id, both_versions.os_name, both_versions.os_version, both_versions.app_version,
    both_versions.prompted, both_versions.decided, both_versions.granted, both_versions.denied,
    both_versions.undecided, both_versions.open_window, both_versions.grant_rate, both_versions.grant_rate_low,
    both_versions.grant_rate_high
FROM projection.opt_in_by_both(
    from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), minimum_cell
) AS both_versions
WHERE both_versions.level = 'version'
$$;
COMMENT ON FUNCTION analytics.opt_in_by_os_and_app_version(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, OS version and app version of the prompt (empty: it named none), for prompts from from_day to '
    'to_day.';
