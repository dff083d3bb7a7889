-- Returns the opt-in funnel by app and OS version of the prompt for any conversion window. Metrics: Opt-in funnel.
-- conversion_window: longest time from a prompt to the decision that counts. With that of the settings, the columns are
-- equal to those of opt_in_by_os. Counted by projection.funnel_counts.
CREATE OR REPLACE FUNCTION analytics.opt_in_funnel(
    from_day date, to_day date, conversion_window interval, as_of timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    {funnel+grant_rate+acceptance_rate: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, projection, log, pg_temp
AS $$
WITH counted AS (
    SELECT
        decided.app,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        {funnel counts: sum(decided.#)::bigint AS #}
    FROM projection.funnel_counts(
        from_day, to_day, conversion_window, (SELECT metric.cutoff(opt_in_funnel.as_of))
    ) AS decided
    INNER JOIN log.os ON os.os = decided.os
    GROUP BY decided.app, os.os_name, os.major, os.minor
)

SELECT app.app_id, counted.os_name, counted.os_major || '.' || counted.os_minor, funnel.*, acceptance.*
FROM counted
INNER JOIN log.app ON app.app = counted.app
CROSS JOIN LATERAL metric.published_funnel({funnel counts: counted.#}) AS funnel
CROSS JOIN LATERAL stats.published_rate(funnel.granted, funnel.decided) AS acceptance
ORDER BY app.app_id COLLATE "C", counted.os_name COLLATE "C", counted.os_major, counted.os_minor
$$;
COMMENT ON FUNCTION analytics.opt_in_funnel(date, date, interval, timestamptz) IS
    'The opt-in funnel of opt_in_by_os for prompts from from_day to to_day, with any conversion window: {funnel: #}, '
    'grant_rate and acceptance_rate with bounds _low and _high, by app_id, os_name and os_version.';
