-- Returns the opt-in funnel by OS version, OS major and app of the prompt. Metrics: Opt-in funnel, Uncertainty,
-- Privacy. For level, os_name and os_version see projection.os_levels. Percentiles are those of classes of time
-- (metrics.md). Withheld rows have no numbers. decided_rate: decided over the grant rate's base.
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
-- Represents each major and version by its smallest os number.
WITH system AS (
    SELECT
        os.os,
        min(os.os) OVER (PARTITION BY os.os_name, os.major) AS major,
        min(os.os) OVER (PARTITION BY os.os_name, os.major, os.minor) AS version
    FROM log.os
),

-- Adds up each level. place: how many people decided in a class of time or an earlier one; deciders: all who decided.
counted AS (
    SELECT
        classed.app,
        coalesce(classed.version, classed.major) AS os,
        CASE classed.depth WHEN 0 THEN 'version' WHEN 1 THEN 'major' ELSE 'app' END AS level,
        sum(classed.prompted)::bigint AS prompted,
        sum(classed.granted)::bigint AS granted,
        sum(classed.denied)::bigint AS denied,
        sum(classed.undecided)::bigint AS undecided,
        sum(classed.open_window)::bigint AS open_window,
        min(classed.decision_class) FILTER (WHERE classed.place * 100 >= classed.deciders * 50) AS half_class,
        min(classed.decision_class) FILTER (WHERE classed.place * 100 >= classed.deciders * 90) AS most_class,
        sum(classed.eligible_7d)::bigint AS eligible_7d,
        sum(classed.retained_7d)::bigint AS retained_7d,
        sum(classed.opened_7d)::bigint AS opened_7d,
        sum(classed.eligible_30d)::bigint AS eligible_30d,
        sum(classed.retained_30d)::bigint AS retained_30d,
        sum(classed.opened_30d)::bigint AS opened_30d
    FROM (
        SELECT
            person.*,
            sum(person.granted + person.denied) OVER (
                cells ORDER BY person.decision_class ROWS UNBOUNDED PRECEDING
            ) AS place,
            sum(person.granted + person.denied) OVER cells AS deciders
        FROM (
            SELECT
                person.app,
                person.decision_class,
                system.major,
                system.version,
                grouping(system.major, system.version) AS depth,
                sum(person.prompted)::bigint AS prompted,
                sum(person.granted)::bigint AS granted,
                sum(person.denied)::bigint AS denied,
                sum(person.undecided)::bigint AS undecided,
                sum(person.open_window)::bigint AS open_window,
                sum(person.eligible_7d)::bigint AS eligible_7d,
                sum(person.retained_7d)::bigint AS retained_7d,
                sum(person.opened_7d)::bigint AS opened_7d,
                sum(person.eligible_30d)::bigint AS eligible_30d,
                sum(person.retained_30d)::bigint AS retained_30d,
                sum(person.opened_30d)::bigint AS opened_30d
            FROM projection.decision_counts(from_day, to_day, as_of) AS person
            INNER JOIN system ON system.os = person.os
            GROUP BY person.app, person.decision_class, ROLLUP (system.major, system.version)
        ) AS person
        WINDOW cells AS (PARTITION BY person.app, person.depth, person.major, person.version)
    ) AS classed
    GROUP BY classed.app, classed.depth, classed.major, classed.version
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
        stats.published(stats.class_seconds(paired.half_class)),
        stats.published(stats.class_seconds(paired.most_class)),
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
