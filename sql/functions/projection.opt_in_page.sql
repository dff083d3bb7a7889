-- What the page shows of the opt-in funnel at every level: versions as published, majors and whole apps beside them.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people keep their keys alone.
CREATE OR REPLACE FUNCTION projection.opt_in_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
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
    grant_rate_high numeric,
    acceptance_rate numeric,
    acceptance_rate_low numeric,
    acceptance_rate_high numeric,
    seconds_to_decision_p50 numeric,
    seconds_to_decision_p90 numeric,
    eligible_7d bigint,
    retained_7d bigint,
    opened_7d bigint,
    retained_7d_rate numeric,
    retained_7d_rate_low numeric,
    retained_7d_rate_high numeric,
    eligible_30d bigint,
    retained_30d bigint,
    opened_30d bigint,
    retained_30d_rate numeric,
    retained_30d_rate_low numeric,
    retained_30d_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
SELECT
    shown.level,
    shown.app_id,
    shown.os_name,
    shown.os_version,
    shown.prompted,
    shown.decided,
    shown.granted,
    shown.denied,
    shown.undecided,
    shown.open_window,
    shown.grant_rate,
    shown.grant_rate_low,
    shown.grant_rate_high,
    shown.acceptance_rate,
    shown.acceptance_rate_low,
    shown.acceptance_rate_high,
    shown.seconds_to_decision_p50,
    shown.seconds_to_decision_p90,
    shown.eligible_7d,
    shown.retained_7d,
    shown.opened_7d,
    analytics.published(shown.retained_7d::numeric / nullif(shown.eligible_7d, 0)),
    analytics.published(analytics.wilson_low(shown.retained_7d, shown.eligible_7d)),
    analytics.published(analytics.wilson_high(shown.retained_7d, shown.eligible_7d)),
    shown.eligible_30d,
    shown.retained_30d,
    shown.opened_30d,
    analytics.published(shown.retained_30d::numeric / nullif(shown.eligible_30d, 0)),
    analytics.published(analytics.wilson_low(shown.retained_30d, shown.eligible_30d)),
    analytics.published(analytics.wilson_high(shown.retained_30d, shown.eligible_30d))
FROM (
    -- The versions as they are published, where not all are.
    SELECT 'version' AS level, version.*
    FROM analytics.opt_in_by_os(from_day, to_day, known_by, minimum_cell) AS version
    WHERE minimum_cell > 0
    UNION ALL
    SELECT
        cell.level,
        cell.app_id,
        cell.os_name,
        cell.os_major || coalesce('.' || cell.os_minor, ''),
        measure.*
    FROM projection.opt_in_levels(
        from_day, to_day, known_by,
        CASE WHEN minimum_cell > 0 THEN ARRAY['major', 'app'] ELSE ARRAY['version', 'major', 'app'] END
    ) AS cell
    LEFT JOIN LATERAL (
        SELECT
            cell.prompted,
            cell.decided,
            cell.granted,
            cell.denied,
            cell.undecided,
            cell.open_window,
            cell.grant_rate,
            cell.grant_rate_low,
            cell.grant_rate_high,
            cell.acceptance_rate,
            cell.acceptance_rate_low,
            cell.acceptance_rate_high,
            cell.seconds_to_decision_p50,
            cell.seconds_to_decision_p90,
            cell.eligible_7d,
            cell.retained_7d,
            cell.opened_7d,
            cell.eligible_30d,
            cell.retained_30d,
            cell.opened_30d
        WHERE cell.prompted >= minimum_cell
    ) AS measure ON true
) AS shown
-- Newest first; a major before its versions.
ORDER BY
    shown.app_id COLLATE "C",
    shown.os_name COLLATE "C" NULLS FIRST,
    split_part(shown.os_version, '.', 1)::integer DESC,
    shown.level = 'version',
    string_to_array(shown.os_version, '.')::integer[] DESC
$$;
COMMENT ON FUNCTION projection.opt_in_page(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, major and version, with rates of retention, in the order of the page.';
