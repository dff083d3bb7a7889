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
SELECT
    counted.level,
    counted.app_id,
    counted.os_name,
    counted.os_major,
    counted.os_minor,
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
    analytics.published(counted.seconds_to_decision_p50),
    analytics.published(counted.seconds_to_decision_p90),
    counted.eligible_7d,
    counted.retained_7d,
    counted.opened_7d,
    counted.eligible_30d,
    counted.retained_30d,
    counted.opened_30d
FROM (
    SELECT
        prompted.level,
        prompted.app_id,
        prompted.os_name,
        prompted.os_major,
        prompted.os_minor,
        count(*) AS prompted,
        count(*) FILTER (WHERE prompted.is_granted OR prompted.is_denied) AS decided,
        count(*) FILTER (WHERE prompted.is_granted) AS granted,
        count(*) FILTER (WHERE prompted.is_denied) AS denied,
        count(*) FILTER (WHERE prompted.is_undecided) AS undecided,
        count(*) FILTER (WHERE prompted.is_open) AS open_window,
        count(*) FILTER (WHERE NOT prompted.is_open) AS settled,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY prompted.seconds_to_decision) AS seconds_to_decision_p50,
        percentile_cont(0.9) WITHIN GROUP (ORDER BY prompted.seconds_to_decision) AS seconds_to_decision_p90,
        count(*) FILTER (WHERE prompted.is_eligible_7d) AS eligible_7d,
        count(*) FILTER (WHERE prompted.is_retained_7d) AS retained_7d,
        count(*) FILTER (WHERE prompted.is_opened_7d) AS opened_7d,
        count(*) FILTER (WHERE prompted.is_eligible_30d) AS eligible_30d,
        count(*) FILTER (WHERE prompted.is_retained_30d) AS retained_30d,
        count(*) FILTER (WHERE prompted.is_opened_30d) AS opened_30d
    FROM (
        SELECT
            wanted.level,
            opt_in.app_id,
            CASE WHEN wanted.level IN ('version', 'major') THEN opt_in.os_name END AS os_name,
            CASE WHEN wanted.level IN ('version', 'major') THEN opt_in.os_major END AS os_major,
            CASE WHEN wanted.level = 'version' THEN opt_in.os_minor END AS os_minor,
            opt_in.is_granted,
            opt_in.is_denied,
            opt_in.is_undecided,
            opt_in.is_open,
            opt_in.seconds_to_decision,
            opt_in.is_eligible_7d,
            opt_in.is_retained_7d,
            opt_in.is_opened_7d,
            opt_in.is_eligible_30d,
            opt_in.is_retained_30d,
            opt_in.is_opened_30d
        FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
        CROSS JOIN unnest(levels) AS wanted (level)
    ) AS prompted
    GROUP BY prompted.level, prompted.app_id, prompted.os_name, prompted.os_major, prompted.os_minor
) AS counted
$$;
COMMENT ON FUNCTION projection.opt_in_levels(date, date, timestamptz, text[]) IS
    'The opt-in funnel by version, major or app.';
