-- Returns the opt-in funnel by OS version, OS major and app of the prompt. Metrics: Opt-in funnel, Uncertainty,
-- Privacy. level, os_name, os_version, is_hidden: see projection.shown_levels. Percentiles are those of classes of
-- time (metrics.md). Withheld rows have no numbers. decided_rate: decided over the grant rate's base.
-- difference: the version's grant rate minus that of the previous version of the same OS, a fraction, with Newcombe's
-- interval; p_adjusted: by Benjamini and Hochberg over all comparisons of the app. Both are null for majors, apps and
-- rests, and if either version's base has fewer than 30 people, too few to show a rate on a page, or is withheld there.
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
    p_adjusted numeric,
    is_hidden boolean
)
LANGUAGE sql STABLE
AS $$
WITH known AS MATERIALIZED (
    SELECT person.* FROM projection.decision_counts(from_day, to_day, as_of) AS person
),

place AS MATERIALIZED (
    SELECT shown.*
    FROM (
        SELECT array_agg(known.app) AS apps, array_agg(known.os) AS oses, array_agg(known.prompted) AS people
        FROM known
        WHERE known.decision_class IS NULL
    ) AS listed
    CROSS JOIN LATERAL projection.shown_levels(listed.apps, listed.oses, listed.people, minimum_cell) AS shown
),

-- decided: how many people decided in a class of time or an earlier one; deciders: all who decided.
percentile AS (
    SELECT
        class.place,
        min(class.decision_class) FILTER (WHERE class.decided * 100 >= class.deciders * 50) AS half_class,
        min(class.decision_class) FILTER (WHERE class.decided * 100 >= class.deciders * 90) AS most_class
    FROM (
        SELECT
            place.place,
            known.decision_class,
            sum(sum(known.people)::integer) OVER (cells ORDER BY known.decision_class) AS decided,
            sum(sum(known.people)::integer) OVER cells AS deciders
        FROM known
        INNER JOIN place ON place.app = known.app AND place.os = known.os
        WHERE known.decision_class IS NOT NULL
        GROUP BY place.place, known.decision_class
        WINDOW cells AS (PARTITION BY place.place)
    ) AS class
    GROUP BY class.place
),

cell AS (
    SELECT
        place.place, place.level, place.app_id, place.os_name, place.os_version, place.is_withheld, place.is_hidden,
        {funnel+later counts: sum(known.#)::bigint AS #}
    FROM known
    INNER JOIN place ON place.app = known.app AND place.os = known.os
    WHERE known.decision_class IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7
),

paired AS (
    SELECT
        cell.*,
        percentile.half_class,
        percentile.most_class,
        funnel,
        rate.settled,
        lag(cell.granted) OVER versions AS granted_before,
        lag(rate.settled) OVER versions AS settled_before,
        lag(cell.is_hidden) OVER versions AS is_hidden_before
    FROM cell
    LEFT JOIN percentile ON percentile.place = cell.place
    LEFT JOIN LATERAL metric.published_funnel({funnel counts: cell.#}) AS funnel ON NOT cell.is_withheld
    CROSS JOIN LATERAL metric.settled(cell.granted + cell.denied, cell.undecided) AS rate (settled)
    WINDOW versions AS (PARTITION BY cell.level, cell.app_id, cell.os_name ORDER BY cell.place)
)

SELECT
    paired.level,
    paired.app_id,
    paired.os_name,
    paired.os_version,
    paired.funnel,
    CASE WHEN NOT paired.is_withheld THEN (
        acceptance.*,
        stats.published(stats.class_seconds(paired.half_class)),
        stats.published(stats.class_seconds(paired.most_class)),
        {later: paired.#}
    )::projection.decisions END,
    retained_7d.*,
    retained_30d.*,
    answered.*,
    CASE WHEN pair.is_shown THEN change.difference END,
    CASE WHEN pair.is_shown THEN change.low END,
    CASE WHEN pair.is_shown THEN change.high END,
    CASE WHEN pair.is_shown THEN stats.published(change.p) END,
    -- Adjusted over all comparisons, so that what is shown does not depend on what is withheld.
    CASE
        WHEN pair.is_shown
            THEN stats.published((stats.adjusted_p(change.p) OVER apps)[row_number() OVER apps])
    END,
    paired.is_hidden
FROM paired
CROSS JOIN LATERAL (SELECT NOT (paired.is_hidden OR paired.is_hidden_before)) AS pair (is_shown)
CROSS JOIN LATERAL stats.published_rate(paired.granted, paired.granted + paired.denied) AS acceptance
LEFT JOIN LATERAL stats.published_rate(paired.retained_7d, paired.eligible_7d) AS retained_7d
    ON NOT paired.is_withheld
LEFT JOIN LATERAL stats.published_rate(paired.retained_30d, paired.eligible_30d) AS retained_30d
    ON NOT paired.is_withheld
LEFT JOIN LATERAL stats.published_rate(paired.granted + paired.denied, paired.settled) AS answered
    ON NOT paired.is_withheld
LEFT JOIN LATERAL stats.published_difference(
    paired.granted, paired.settled, paired.granted_before, paired.settled_before
) AS change
    ON paired.level = 'version'
    AND paired.os_version <> metric.rest()
    AND paired.settled >= 30
    AND paired.settled_before >= 30
WINDOW apps AS (PARTITION BY paired.app_id)
$$;
