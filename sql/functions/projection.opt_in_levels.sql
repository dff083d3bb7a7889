-- The opt-in funnel by OS version, OS major and app of the prompt. Metrics: Opt-in funnel, Privacy. For level, os_name and
-- os_version see os_levels. People are counted again for each level, because percentiles can't be added up.
-- funnel, decisions: null in rows that are withheld.
CREATE OR REPLACE FUNCTION projection.opt_in_levels(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    funnel projection.funnel,
    decisions projection.decisions
)
LANGUAGE sql STABLE
AS $$
-- Numbers of majors and versions, each that of one of its own: people sort faster by them than by names.
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
    -- Apart by its OFFSET, since on a cluster's tables there is no ROLLUP.
    FROM (
        SELECT opt_in.*, system.major, system.version
        FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
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
        os.major || CASE counted.level WHEN 'version' THEN '.' || os.minor ELSE '' END AS os_version,
        metric.is_withheld(counted.prompted, minimum_cell) OVER (
            PARTITION BY counted.level, app.app_id, os.os_name, CASE counted.level WHEN 'major' THEN os.major END
            ORDER BY counted.prompted, os.major, os.minor
        ) AS is_withheld
    FROM counted
    INNER JOIN log.app ON app.app = counted.app
    LEFT JOIN log.os ON os.os = counted.os
)

SELECT
    cell.level,
    cell.app_id,
    cell.os_name,
    cell.os_version,
    funnel,
    CASE WHEN NOT cell.is_withheld THEN (
        acceptance.*,
        stats.published(stats.class_seconds(cell.decision_class[1])),
        stats.published(stats.class_seconds(cell.decision_class[2])),
        cell.eligible_7d,
        cell.retained_7d,
        cell.opened_7d,
        cell.eligible_30d,
        cell.retained_30d,
        cell.opened_30d
    )::projection.decisions END
FROM cell
LEFT JOIN LATERAL metric.published_funnel(
    cell.prompted, cell.granted, cell.denied, cell.undecided, cell.open_window
) AS funnel ON NOT cell.is_withheld
CROSS JOIN LATERAL stats.published_rate(cell.granted, cell.granted + cell.denied) AS acceptance
$$;
