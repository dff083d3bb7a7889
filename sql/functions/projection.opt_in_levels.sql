-- The opt-in funnel counted over the prompts of a range of days, at several levels of detail in one reading.
-- levels: any of 'version' (os_name, major.minor), 'major' (os_minor null) and 'app' (os_name, os_major and os_minor null):
-- every level counts people anew, since percentiles can't be added up. Metrics: Opt-in funnel.
CREATE OR REPLACE FUNCTION projection.opt_in_levels(from_day date, to_day date, known_by timestamptz, levels text[])
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_major smallint,
    os_minor smallint,
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
    eligible_30d bigint,
    retained_30d bigint,
    opened_30d bigint
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
        count(*) FILTER (WHERE person.is_granted OR person.is_denied) AS decided,
        count(*) FILTER (WHERE person.is_granted) AS granted,
        count(*) FILTER (WHERE person.is_denied) AS denied,
        count(*) FILTER (WHERE person.is_undecided) AS undecided,
        count(*) FILTER (WHERE person.is_open) AS open_window,
        count(*) FILTER (WHERE NOT person.is_open) AS settled,
        percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (
            ORDER BY projection.span_class((person.seconds_to_decision * 1000000)::bigint)
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
)

SELECT
    counted.level,
    app.app_id,
    os.os_name,
    os.major,
    CASE counted.level WHEN 'version' THEN os.minor END,
    counted.prompted,
    counted.decided,
    counted.granted,
    counted.denied,
    counted.undecided,
    counted.open_window,
    analytics.published(counted.granted::numeric / nullif(counted.settled, 0)),
    analytics.published(analytics.wilson_low(counted.granted, counted.settled)),
    analytics.published(analytics.wilson_high(counted.granted, counted.settled)),
    analytics.published(counted.granted::numeric / nullif(counted.decided, 0)),
    analytics.published(analytics.wilson_low(counted.granted, counted.decided)),
    analytics.published(analytics.wilson_high(counted.granted, counted.decided)),
    analytics.published(projection.class_seconds(counted.decision_class[1])),
    analytics.published(projection.class_seconds(counted.decision_class[2])),
    counted.eligible_7d,
    counted.retained_7d,
    counted.opened_7d,
    counted.eligible_30d,
    counted.retained_30d,
    counted.opened_30d
FROM counted
INNER JOIN log.app ON app.app = counted.app
LEFT JOIN log.os ON os.os = counted.os
WHERE counted.level = ANY (levels)
$$;
COMMENT ON FUNCTION projection.opt_in_levels(date, date, timestamptz, text[]) IS
    'The opt-in funnel by version, major or app.';
