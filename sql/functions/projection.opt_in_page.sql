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

counts AS MATERIALIZED (
    SELECT person.*, system.major, system.version
    FROM projection.decision_counts(from_day, to_day, as_of) AS person
    INNER JOIN system ON system.os = person.os
),

-- os: the number of the version or major, 0 for an app. place: how many people decided in a class of time or an earlier one;
-- deciders: all who decided.
percentile AS (
    SELECT
        placed.app,
        placed.depth,
        placed.os,
        min(placed.decision_class) FILTER (WHERE placed.place * 100 >= placed.deciders * 50) AS half_class,
        min(placed.decision_class) FILTER (WHERE placed.place * 100 >= placed.deciders * 90) AS most_class
    FROM (
        SELECT
            class.*,
            sum(class.people) OVER (cells ORDER BY class.decision_class ROWS UNBOUNDED PRECEDING) AS place,
            sum(class.people) OVER cells AS deciders
        FROM (
            SELECT
                counts.app,
                grouping(counts.major, counts.version) AS depth,
                coalesce(counts.version, counts.major, 0) AS os,
                counts.decision_class,
                sum(counts.people)::integer AS people
            FROM counts
            WHERE counts.decision_class IS NOT NULL
            GROUP BY counts.decision_class, counts.app, ROLLUP (counts.major, counts.version)
        ) AS class
        WINDOW cells AS (PARTITION BY class.app, class.depth, class.os)
    ) AS placed
    GROUP BY placed.app, placed.depth, placed.os
),

total AS (
    SELECT
        counts.app,
        grouping(counts.major, counts.version) AS depth,
        coalesce(counts.version, counts.major, 0) AS os,
        sum(counts.prompted)::bigint AS prompted,
        sum(counts.granted)::bigint AS granted,
        sum(counts.denied)::bigint AS denied,
        sum(counts.undecided)::bigint AS undecided,
        sum(counts.open_window)::bigint AS open_window,
        sum(counts.eligible_7d)::bigint AS eligible_7d,
        sum(counts.retained_7d)::bigint AS retained_7d,
        sum(counts.opened_7d)::bigint AS opened_7d,
        sum(counts.eligible_30d)::bigint AS eligible_30d,
        sum(counts.retained_30d)::bigint AS retained_30d,
        sum(counts.opened_30d)::bigint AS opened_30d
    FROM counts
    WHERE counts.decision_class IS NULL
    GROUP BY counts.app, ROLLUP (counts.major, counts.version)
),

cell AS (
    SELECT
        total.*,
        level.level,
        percentile.half_class,
        percentile.most_class,
        app.app_id,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        metric.is_withheld(total.prompted, minimum_cell) OVER (
            PARTITION BY level.level, app.app_id, os.os_name, CASE level.level WHEN 'major' THEN os.major END
            ORDER BY total.prompted, os.major, os.minor
        ) AS is_withheld
    FROM total
    CROSS JOIN LATERAL (
        VALUES (CASE total.depth WHEN 0 THEN 'version' WHEN 1 THEN 'major' ELSE 'app' END)
    ) AS level (level)
    LEFT JOIN percentile USING (app, depth, os)
    INNER JOIN log.app ON app.app = total.app
    LEFT JOIN log.os ON os.os = total.os
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
