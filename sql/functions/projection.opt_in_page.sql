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

known AS MATERIALIZED (
    SELECT person.*, system.system, system.major, system.version, system.major_name, system.version_name
    FROM projection.decision_counts(from_day, to_day, as_of) AS person
    INNER JOIN system ON system.os = person.os
),

rest AS MATERIALIZED (
    SELECT valued.app, valued.level, valued.os
    FROM (
        SELECT
            known.app,
            own.level,
            own.os,
            row_number() OVER (
                PARTITION BY known.app, own.level ORDER BY sum(known.prompted) DESC, own.name COLLATE "C"
            ) AS place
        FROM known
        CROSS JOIN LATERAL (
            VALUES ('major', known.major, known.major_name), ('version', known.version, known.version_name)
        ) AS own (level, os, name)
        WHERE known.decision_class IS NULL AND metric.values_shown() IS NOT NULL
        GROUP BY known.app, own.level, own.os, own.name
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

-- The rest of an OS (metric.is_rest) is its number, negative.
counts AS MATERIALIZED (
    SELECT
        known.app, known.decision_class, known.people, {funnel+later counts: known.#},
        CASE WHEN major.os IS NULL THEN known.major ELSE - known.system END AS major,
        CASE WHEN version.os IS NULL THEN known.version ELSE - known.system END AS version
    FROM known
    LEFT JOIN rest AS major ON major.app = known.app AND major.level = 'major' AND major.os = known.major
    LEFT JOIN rest AS version ON version.app = known.app AND version.level = 'version' AND version.os = known.version
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
            GROUP BY counts.decision_class, counts.app, GROUPING SETS ((counts.major), (counts.version), ())
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
        number.os_major,
        number.os_minor,
        row_number() OVER (
            ORDER BY total.app, level.level, os.os_name COLLATE "C", number.os_major, number.os_minor
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
    ) AS number (os_major, os_minor)
),

hidden AS MATERIALIZED (
    SELECT page.*
    FROM (
        SELECT
            array_agg(cell.prompted ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app_id, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS listed
    CROSS JOIN LATERAL metric.withheld_levels(listed.bases, listed.groups, minimum_cell) AS page
),

paired AS (
    SELECT
        cell.*,
        funnel,
        hidden.place IS NOT NULL AS is_hidden,
        own.is_withheld,
        rate.settled,
        lag(cell.granted) OVER versions AS granted_before,
        lag(rate.settled) OVER versions AS settled_before,
        lag(hidden.place IS NOT NULL) OVER versions AS is_hidden_before
    FROM cell
    LEFT JOIN hidden ON hidden.place = cell.place
    CROSS JOIN LATERAL (
        SELECT hidden.place IS NOT NULL AND (hidden.is_in_file OR cell.level <> 'version')
    ) AS own (is_withheld)
    LEFT JOIN LATERAL metric.published_funnel({funnel counts: cell.#}) AS funnel ON NOT own.is_withheld
    CROSS JOIN LATERAL metric.settled(cell.granted + cell.denied, cell.undecided) AS rate (settled)
    WINDOW versions AS (PARTITION BY cell.level, cell.app_id, cell.os_name ORDER BY cell.os_major, cell.os_minor)
)

SELECT
    paired.level,
    paired.app_id,
    paired.os_name,
    CASE
        WHEN paired.level <> 'app' THEN coalesce(
            paired.os_major || CASE paired.level WHEN 'version' THEN '.' || paired.os_minor ELSE '' END, metric.rest()
        )
    END,
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
    AND paired.os_major IS NOT NULL
    AND paired.settled >= 30
    AND paired.settled_before >= 30
WINDOW apps AS (PARTITION BY paired.app_id)
$$;
