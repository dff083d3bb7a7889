-- What the page shows of the opt-in funnel by OS version, OS major and app. Metrics: Opt-in funnel, Uncertainty.
-- difference: the version's grant rate less that of the version before it of the same OS, a fraction, with Newcombe's interval;
-- p_adjusted: by Benjamini and Hochberg over all comparisons of the app. Null if either of the two has fewer than 30 people, which
-- is too few for a rate of a page, and for majors and apps. decided_rate: of the base of the grant
-- rate, who decided. For the other columns see opt_in_levels.
CREATE OR REPLACE FUNCTION projection.opt_in_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    funnel projection.funnel,
    decisions projection.decisions,
    retained_7d_rate numeric,
    retained_7d_rate_low numeric,
    retained_7d_rate_high numeric,
    retained_30d_rate numeric,
    retained_30d_rate_low numeric,
    retained_30d_rate_high numeric,
    decided_rate numeric,
    decided_rate_low numeric,
    decided_rate_high numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    p_adjusted numeric
)
LANGUAGE sql STABLE
AS $$
-- Withheld rows have no numbers to compare.
WITH paired AS (
    SELECT
        cell.*,
        rate.*,
        lag(rate.granted) OVER versions AS granted_before,
        lag(rate.settled) OVER versions AS settled_before
    FROM projection.opt_in_levels(from_day, to_day, known_by, minimum_cell) AS cell
    CROSS JOIN LATERAL (
        SELECT (cell.funnel).granted, metric.settled((cell.funnel).decided, (cell.funnel).undecided) AS settled
    ) AS rate
    WINDOW versions AS (
        PARTITION BY cell.level, cell.app_id, cell.os_name ORDER BY string_to_array(cell.os_version, '.')::integer[]
    )
),

compared AS (
    SELECT paired.*, change.*, row_number() OVER (PARTITION BY paired.app_id) AS place
    FROM paired
    LEFT JOIN LATERAL stats.published_difference(
        paired.granted, paired.settled, paired.granted_before, paired.settled_before
    ) AS change ON paired.level = 'version' AND paired.settled >= 30 AND paired.settled_before >= 30
),

tested AS (
    SELECT
        compared.app_id,
        stats.benjamini_hochberg(array_agg(compared.p ORDER BY compared.place)) AS p_adjusted
    FROM compared
    GROUP BY compared.app_id
)

SELECT
    compared.level,
    compared.app_id,
    compared.os_name,
    compared.os_version,
    compared.funnel,
    compared.decisions,
    retained_7d.*,
    retained_30d.*,
    answered.*,
    compared.difference,
    compared.low,
    compared.high,
    stats.published(compared.p),
    stats.published(tested.p_adjusted[compared.place])
FROM compared
INNER JOIN tested ON tested.app_id = compared.app_id
CROSS JOIN LATERAL stats.published_rate(
    (compared.decisions).retained_7d, (compared.decisions).eligible_7d
) AS retained_7d
CROSS JOIN LATERAL stats.published_rate(
    (compared.decisions).retained_30d, (compared.decisions).eligible_30d
) AS retained_30d
CROSS JOIN LATERAL stats.published_rate((compared.funnel).decided, compared.settled) AS answered
$$;
