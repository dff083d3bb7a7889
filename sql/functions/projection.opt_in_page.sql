-- Returns the opt-in funnel by OS version, OS major and app of the prompt. Metrics: Opt-in funnel, Uncertainty,
-- Privacy. For level, os_name and os_version see projection.os_levels. Percentiles are those of classes of time
-- (metrics.md). Withheld rows have no numbers. decided_rate: decided over the grant rate's base.
-- difference: the version's grant rate minus that of the previous version of the same OS, a fraction, with Newcombe's
-- interval; p_adjusted: by Benjamini and Hochberg over all comparisons of the app. Both are null for majors, apps and rests,
-- and if either version's base has fewer than 30 people, too few to show a rate on a page, or is withheld there.
-- is_hidden: whether a page withholds the row beside its sums, even if a file does not.
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
-- Represents each OS, major and version by its smallest os number.
WITH system AS (
    SELECT
        os.os,
        os.os_name || ' ' || os.major AS major_name,
        os.os_name || ' ' || os.major || '.' || os.minor AS version_name,
        min(os.os) OVER (PARTITION BY os.os_name) AS system,
        min(os.os) OVER (PARTITION BY os.os_name, os.major) AS major,
        min(os.os) OVER (PARTITION BY os.os_name, os.major, os.minor) AS version
    FROM log.os
),

system_count AS MATERIALIZED (
    SELECT decision_count.*, system.system, system.major, system.version, system.major_name, system.version_name
    FROM projection.decision_counts(from_day, to_day, as_of) AS decision_count
    INNER JOIN system ON system.os = decision_count.os
),

rest AS MATERIALIZED (
    SELECT ranked_value.app, ranked_value.level, ranked_value.os
    FROM (
        SELECT
            system_count.app,
            value.level,
            value.os,
            row_number() OVER (
                PARTITION BY system_count.app, value.level
                ORDER BY sum(system_count.prompted) DESC, value.name COLLATE "C"
            ) AS place
        FROM system_count
        CROSS JOIN LATERAL (
            VALUES
                ('major', system_count.major, system_count.major_name),
                ('version', system_count.version, system_count.version_name)
        ) AS value (level, os, name)
        WHERE system_count.decision_class IS NULL AND metric.values_shown() IS NOT NULL
        GROUP BY system_count.app, value.level, value.os, value.name
    ) AS ranked_value
    WHERE metric.is_rest(ranked_value.place)
),

-- The rest of an OS (metric.is_rest) is its number, negative.
counts AS MATERIALIZED (
    SELECT
        system_count.app, system_count.decision_class, system_count.people, {funnel+later counts: system_count.#},
        CASE WHEN major.os IS NULL THEN system_count.major ELSE - system_count.system END AS major,
        CASE WHEN version.os IS NULL THEN system_count.version ELSE - system_count.system END AS version
    FROM system_count
    LEFT JOIN rest AS major ON major.app = system_count.app AND major.level = 'major' AND major.os = system_count.major
    LEFT JOIN rest AS version
        ON version.app = system_count.app AND version.level = 'version' AND version.os = system_count.version
),

-- os: the number of the version or major, 0 for an app. place: how many people decided in a class of time or an earlier one;
-- deciders: all who decided.
percentile AS (
    SELECT
        ranked_class.app,
        ranked_class.depth,
        ranked_class.os,
        min(ranked_class.decision_class) FILTER (
            WHERE ranked_class.place * 100 >= ranked_class.deciders * 50
        ) AS half_class,
        min(ranked_class.decision_class) FILTER (
            WHERE ranked_class.place * 100 >= ranked_class.deciders * 90
        ) AS most_class
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
            GROUP BY counts.decision_class, counts.app, GROUPING SETS ((counts.major), (counts.version), ())
        ) AS class
        WINDOW cells AS (PARTITION BY class.app, class.depth, class.os)
    ) AS ranked_class
    GROUP BY ranked_class.app, ranked_class.depth, ranked_class.os
),

total AS (
    SELECT
        counts.app,
        grouping(counts.major, counts.version) AS depth,
        coalesce(counts.version, counts.major, 0) AS os,
        {funnel+later counts: sum(counts.#)::bigint AS #}
    FROM counts
    WHERE counts.decision_class IS NULL
    GROUP BY counts.app, GROUPING SETS ((counts.major), (counts.version), ())
),

cell AS (
    SELECT
        total.*,
        level.level,
        percentile.half_class,
        percentile.most_class,
        app.app_id,
        os.os_name,
        version.os_major,
        version.os_minor,
        row_number() OVER (
            ORDER BY total.app, level.level, os.os_name COLLATE "C", version.os_major, version.os_minor
        ) AS place
    FROM total
    CROSS JOIN LATERAL (
        VALUES (CASE total.depth WHEN 2 THEN 'version' WHEN 1 THEN 'major' ELSE 'app' END)
    ) AS level (level)
    LEFT JOIN percentile USING (app, depth, os)
    INNER JOIN log.app ON app.app = total.app
    LEFT JOIN log.os ON os.os = abs(total.os)
    CROSS JOIN LATERAL (
        SELECT CASE WHEN total.os > 0 THEN os.major END, CASE WHEN total.os > 0 THEN os.minor END
    ) AS version (os_major, os_minor)
),

hidden_row AS MATERIALIZED (
    SELECT hidden_place.*
    FROM (
        SELECT
            array_agg(cell.prompted ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app_id, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS list
    CROSS JOIN LATERAL metric.withheld_levels(list.bases, list.groups, minimum_cell) AS hidden_place
),

table_row AS (
    SELECT
        cell.*,
        funnel,
        hidden_row.place IS NOT NULL AS is_hidden,
        visibility.is_withheld,
        rate.settled,
        lag(cell.granted) OVER versions AS granted_before,
        lag(rate.settled) OVER versions AS settled_before,
        lag(hidden_row.place IS NOT NULL) OVER versions AS is_hidden_before
    FROM cell
    LEFT JOIN hidden_row ON hidden_row.place = cell.place
    CROSS JOIN LATERAL (
        SELECT hidden_row.place IS NOT NULL AND (hidden_row.is_in_file OR cell.level <> 'version')
    ) AS visibility (is_withheld)
    LEFT JOIN LATERAL metric.published_funnel({funnel counts: cell.#}) AS funnel ON NOT visibility.is_withheld
    CROSS JOIN LATERAL metric.settled(cell.granted + cell.denied, cell.undecided) AS rate (settled)
    WINDOW versions AS (PARTITION BY cell.level, cell.app_id, cell.os_name ORDER BY cell.os_major, cell.os_minor)
)

SELECT
    table_row.level,
    table_row.app_id,
    table_row.os_name,
    CASE
        WHEN table_row.level <> 'app' THEN coalesce(
            table_row.os_major || CASE table_row.level WHEN 'version' THEN '.' || table_row.os_minor ELSE '' END,
            metric.rest()
        )
    END,
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
    AND table_row.os_major IS NOT NULL
    AND table_row.settled >= 30
    AND table_row.settled_before >= 30
WINDOW apps AS (PARTITION BY table_row.app_id)
$$;
