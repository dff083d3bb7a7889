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
    {kept_rates: # #type},
    decided_rate numeric,
    decided_rate_low numeric,
    decided_rate_high numeric,
    {difference+p+p_adjusted: # #type},
    is_hidden boolean
)
LANGUAGE sql STABLE
AS $$
WITH decision_count AS MATERIALIZED (
    SELECT decision_count.* FROM projection.decision_counts(from_day, to_day, as_of) AS decision_count
),

level_row AS MATERIALIZED (
    SELECT level_row.*
    FROM (
        SELECT
            array_agg(decision_count.app) AS apps,
            array_agg(decision_count.os) AS oses,
            array_agg(decision_count.prompted) AS people
        FROM decision_count
        WHERE decision_count.decision_class IS NULL
    ) AS list
    CROSS JOIN LATERAL projection.shown_levels(list.apps, list.oses, list.people, minimum_cell) AS level_row
),

-- decided: how many people decided in a class of time or an earlier one; deciders: all who decided.
percentile AS MATERIALIZED (
    SELECT
        class.place,
        min(class.decision_class) FILTER (WHERE class.decided * 100 >= class.deciders * 50) AS half_class,
        min(class.decision_class) FILTER (WHERE class.decided * 100 >= class.deciders * 90) AS most_class
    FROM (
        SELECT
            level_row.place,
            decision_count.decision_class,
            sum(sum(decision_count.people)::integer) OVER (cells ORDER BY decision_count.decision_class) AS decided,
            sum(sum(decision_count.people)::integer) OVER cells AS deciders
        FROM decision_count
        INNER JOIN level_row ON level_row.app = decision_count.app AND level_row.os = decision_count.os
        WHERE decision_count.decision_class IS NOT NULL
        GROUP BY level_row.place, decision_count.decision_class
        WINDOW cells AS (PARTITION BY level_row.place)
    ) AS class
    GROUP BY class.place
),

cell AS (
    SELECT
        level_row.place, level_row.level, level_row.app_id, level_row.os_name, level_row.os_version,
        level_row.is_withheld, level_row.is_hidden,
        {funnel+later counts: sum(decision_count.#)::bigint AS #}
    FROM decision_count
    INNER JOIN level_row ON level_row.app = decision_count.app AND level_row.os = decision_count.os
    WHERE decision_count.decision_class IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7
),

table_row AS (
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
    table_row.level,
    table_row.app_id,
    table_row.os_name,
    table_row.os_version,
    table_row.funnel,
    CASE WHEN NOT table_row.is_withheld THEN (
        acceptance.*,
        stats.published(stats.class_seconds(table_row.half_class)),
        stats.published(stats.class_seconds(table_row.most_class)),
        {later: table_row.#}
    )::projection.decisions END,
    rate_7d.*,
    rate_30d.*,
    decided_rate.*,
    CASE WHEN pair.is_shown THEN change.difference END,
    CASE WHEN pair.is_shown THEN change.low END,
    CASE WHEN pair.is_shown THEN change.high END,
    CASE WHEN pair.is_shown THEN stats.published(change.p) END,
    -- Adjusted over all comparisons, so that what is shown does not depend on what is withheld.
    CASE
        WHEN pair.is_shown
            THEN stats.published((stats.adjusted_p(change.p) OVER apps)[row_number() OVER apps])
    END,
    table_row.is_hidden
FROM table_row
CROSS JOIN LATERAL (SELECT NOT (table_row.is_hidden OR table_row.is_hidden_before)) AS pair (is_shown)
CROSS JOIN LATERAL stats.published_rate(table_row.granted, table_row.granted + table_row.denied) AS acceptance
LEFT JOIN LATERAL stats.published_rate(table_row.retained_7d, table_row.eligible_7d) AS rate_7d
    ON NOT table_row.is_withheld
LEFT JOIN LATERAL stats.published_rate(table_row.retained_30d, table_row.eligible_30d) AS rate_30d
    ON NOT table_row.is_withheld
LEFT JOIN LATERAL stats.published_rate(table_row.granted + table_row.denied, table_row.settled) AS decided_rate
    ON NOT table_row.is_withheld
LEFT JOIN LATERAL stats.published_difference(
    table_row.granted, table_row.settled, table_row.granted_before, table_row.settled_before
) AS change
    ON table_row.level = 'version'
    AND table_row.os_version <> metric.rest()
    AND table_row.settled >= 30
    AND table_row.settled_before >= 30
WINDOW apps AS (PARTITION BY table_row.app_id)
$$;
