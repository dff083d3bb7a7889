-- What the page shows of the opt-in funnel at every level: versions as published, majors and whole apps beside them.
-- Metrics: Opt-in funnel, Uncertainty.
-- difference: the version's grant rate less that of the version before it of the same OS, a fraction, with Newcombe's
-- interval; p_adjusted: by Benjamini and Hochberg over all comparisons of the app. Null where either of the two has
-- fewer than 30 people, which is too few for a rate of a page, and for majors and apps.
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
    retained_30d_rate_high numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    p_adjusted numeric
)
LANGUAGE sql STABLE
AS $$
WITH shown AS (
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
        WHERE NOT projection.is_small(cell.prompted, minimum_cell)
    ) AS measure ON true
),

-- Withheld ones have no numbers, here as well.
paired AS (
    SELECT
        version.app_id,
        version.os_name,
        version.os_version,
        version.granted,
        version.prompted - version.open_window AS settled,
        lag(version.granted) OVER versions AS granted_before,
        lag(version.prompted - version.open_window) OVER versions AS settled_before
    FROM shown AS version
    WHERE version.level = 'version'
    WINDOW versions AS (
        PARTITION BY version.app_id, version.os_name
        ORDER BY string_to_array(version.os_version, '.')::integer[]
    )
),

tested AS (
    SELECT
        paired.app_id,
        paired.os_name,
        paired.os_version,
        newcombe.difference,
        newcombe.low,
        newcombe.high,
        analytics.two_proportion_p(paired.granted, paired.settled, paired.granted_before, paired.settled_before) AS p
    FROM paired
    CROSS JOIN LATERAL analytics.newcombe_difference(
        paired.granted, paired.settled, paired.granted_before, paired.settled_before
    ) AS newcombe
    WHERE paired.settled >= 30 AND paired.settled_before >= 30
),

adjusted AS MATERIALIZED (
    SELECT
        pair.app_id,
        pair.os_names[given.place] AS os_name,
        pair.os_versions[given.place] AS os_version,
        given.p
    FROM (
        SELECT
            tested.app_id,
            array_agg(tested.os_name ORDER BY tested.os_name, tested.os_version) AS os_names,
            array_agg(tested.os_version ORDER BY tested.os_name, tested.os_version) AS os_versions,
            array_agg(tested.p ORDER BY tested.os_name, tested.os_version) AS p_values
        FROM tested
        GROUP BY tested.app_id
    ) AS pair
    CROSS JOIN LATERAL unnest(analytics.benjamini_hochberg(pair.p_values)) WITH ORDINALITY AS given (p, place)
)

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
    analytics.published(analytics.wilson_high(shown.retained_30d, shown.eligible_30d)),
    analytics.published(tested.difference),
    analytics.published(tested.low),
    analytics.published(tested.high),
    analytics.published(tested.p),
    analytics.published(adjusted.p)
FROM shown
LEFT JOIN tested
    ON shown.level = 'version'
    AND tested.app_id = shown.app_id
    AND tested.os_name = shown.os_name
    AND tested.os_version = shown.os_version
LEFT JOIN adjusted
    ON adjusted.app_id = tested.app_id
    AND adjusted.os_name = tested.os_name
    AND adjusted.os_version = tested.os_version
-- Newest first; a major before its versions.
ORDER BY
    shown.app_id COLLATE "C",
    shown.os_name COLLATE "C" NULLS FIRST,
    split_part(shown.os_version, '.', 1)::integer DESC,
    shown.level = 'version',
    string_to_array(shown.os_version, '.')::integer[] DESC
$$;
COMMENT ON FUNCTION projection.opt_in_page(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, major and version, with rates of retention and each version''s difference to the one '
    'before it, in the order of the page.';
