-- Returns the opt-in funnel by OS version, OS major and app of the prompt. Metrics: Opt-in funnel, Uncertainty,
-- Privacy. For level, os_name and os_version see projection.os_levels. Each level counts people again, because
-- percentiles can't be added up. Withheld rows have no numbers. decided_rate: decided over the grant rate's base.
-- difference: the version's grant rate minus that of the previous version of the same OS, a fraction, with Newcombe's
-- interval; p_adjusted: by Benjamini and Hochberg over all comparisons of the app. Both are null for majors and apps,
-- and if either version's base has fewer than 30 people, too few to show a rate on a page.
CREATE OR REPLACE FUNCTION projection.opt_in_page(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
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
-- Represents each major and version by its smallest os number: people sort faster by numbers than by names.
WITH system AS (
    SELECT
        os.os,
        min(os.os) OVER (PARTITION BY os.os_name, os.major) AS major,
        min(os.os) OVER (PARTITION BY os.os_name, os.major, os.minor) AS version
    FROM log.os
),

counted AS (
    SELECT
        person.app,
        coalesce(person.version, person.major) AS os,
        CASE grouping(person.major, person.version) WHEN 0 THEN 'version' WHEN 1 THEN 'major' ELSE 'app' END AS level,
        count(*) AS prompted,
        count(*) FILTER (WHERE person.is_granted) AS granted,
        count(*) FILTER (WHERE person.is_denied) AS denied,
        count(*) FILTER (WHERE person.is_undecided) AS undecided,
        count(*) FILTER (WHERE person.is_open) AS open_window,
        percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (
            ORDER BY stats.span_class((person.seconds_to_decision * 1000000)::bigint)
        ) AS decision_class,
        count(*) FILTER (WHERE person.is_eligible_7d) AS eligible_7d,
        count(*) FILTER (WHERE person.is_retained_7d) AS retained_7d,
        count(*) FILTER (WHERE person.is_opened_7d) AS opened_7d,
        count(*) FILTER (WHERE person.is_eligible_30d) AS eligible_30d,
        count(*) FILTER (WHERE person.is_retained_30d) AS retained_30d,
        count(*) FILTER (WHERE person.is_opened_30d) AS opened_30d
    -- OFFSET 0 separates the subquery from the ROLLUP, which Citus can't run over distributed tables.
    FROM (
        SELECT opt_in.*, system.major, system.version
        FROM projection.opt_in(from_day, to_day, as_of) AS opt_in
        INNER JOIN system ON system.os = opt_in.os
        OFFSET 0
    ) AS person
    GROUP BY person.app, ROLLUP (person.major, person.version)
),

cell AS (
    SELECT
        counted.*,
        app.app_id,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        metric.is_withheld(counted.prompted, minimum_cell) OVER (
            PARTITION BY counted.level, app.app_id, os.os_name, CASE counted.level WHEN 'major' THEN os.major END
            ORDER BY counted.prompted, os.major, os.minor
        ) AS is_withheld
    FROM counted
    INNER JOIN log.app ON app.app = counted.app
    LEFT JOIN log.os ON os.os = counted.os
),

-- The base of a withheld row is null, so that it is not compared.
paired AS (
    SELECT
        cell.*,
        funnel,
        rate.settled,
        lag(cell.granted) OVER versions AS granted_before,
        lag(rate.settled) OVER versions AS settled_before
    FROM cell
    LEFT JOIN LATERAL metric.published_funnel(
        cell.prompted, cell.granted, cell.denied, cell.undecided, cell.open_window
    ) AS funnel ON NOT cell.is_withheld
    CROSS JOIN LATERAL metric.settled(funnel.decided, funnel.undecided) AS rate (settled)
    WINDOW versions AS (PARTITION BY cell.level, cell.app_id, cell.os_name ORDER BY cell.os_major, cell.os_minor)
)

SELECT
    paired.level,
    paired.app_id,
    paired.os_name,
    paired.os_major || CASE paired.level WHEN 'version' THEN '.' || paired.os_minor ELSE '' END,
    paired.funnel,
    CASE WHEN NOT paired.is_withheld THEN (
        acceptance.*,
        stats.published(stats.class_seconds(paired.decision_class[1])),
        stats.published(stats.class_seconds(paired.decision_class[2])),
        paired.eligible_7d,
        paired.retained_7d,
        paired.opened_7d,
        paired.eligible_30d,
        paired.retained_30d,
        paired.opened_30d
    )::projection.decisions END,
    retained_7d.*,
    retained_30d.*,
    answered.*,
    change.difference,
    change.low,
    change.high,
    stats.published(change.p),
    stats.published((stats.adjusted_p(change.p) OVER apps)[row_number() OVER apps])
FROM paired
CROSS JOIN LATERAL stats.published_rate(paired.granted, paired.granted + paired.denied) AS acceptance
LEFT JOIN LATERAL stats.published_rate(paired.retained_7d, paired.eligible_7d) AS retained_7d
    ON NOT paired.is_withheld
LEFT JOIN LATERAL stats.published_rate(paired.retained_30d, paired.eligible_30d) AS retained_30d
    ON NOT paired.is_withheld
CROSS JOIN LATERAL stats.published_rate((paired.funnel).decided, paired.settled) AS answered
LEFT JOIN LATERAL stats.published_difference(
    paired.granted, paired.settled, paired.granted_before, paired.settled_before
) AS change ON paired.level = 'version' AND paired.settled >= 30 AND paired.settled_before >= 30
WINDOW apps AS (PARTITION BY paired.app_id)
$$;
