-- The opt-in funnel counted over the prompts of a range of days, at one level of detail.
-- level: 'version' (os_name, major.minor), 'major' (os_minor null) or 'app' (os_name, os_major and os_minor null): every
-- level counts people anew, since percentiles can't be added up. Metrics: Opt-in funnel.
CREATE OR REPLACE FUNCTION projection.opt_in_cells(from_day date, to_day date, known_by timestamptz, level text)
RETURNS TABLE (
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
    seconds_to_decision_p50 double precision,
    seconds_to_decision_p90 double precision,
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
    prompted.app_id,
    prompted.os_name,
    prompted.os_major,
    prompted.os_minor,
    count(*),
    count(*) FILTER (WHERE prompted.is_granted OR prompted.is_denied),
    count(*) FILTER (WHERE prompted.is_granted),
    count(*) FILTER (WHERE prompted.is_denied),
    count(*) FILTER (WHERE prompted.is_undecided),
    count(*) FILTER (WHERE prompted.is_open),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY prompted.seconds_to_decision),
    percentile_cont(0.9) WITHIN GROUP (ORDER BY prompted.seconds_to_decision),
    count(*) FILTER (WHERE prompted.is_eligible_7d),
    count(*) FILTER (WHERE prompted.is_retained_7d),
    count(*) FILTER (WHERE prompted.is_opened_7d),
    count(*) FILTER (WHERE prompted.is_eligible_30d),
    count(*) FILTER (WHERE prompted.is_retained_30d),
    count(*) FILTER (WHERE prompted.is_opened_30d)
FROM (
    SELECT
        opt_in.app_id,
        CASE WHEN level IN ('version', 'major') THEN opt_in.os_name END AS os_name,
        CASE WHEN level IN ('version', 'major') THEN opt_in.os_major END AS os_major,
        CASE WHEN level = 'version' THEN opt_in.os_minor END AS os_minor,
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
) AS prompted
GROUP BY prompted.app_id, prompted.os_name, prompted.os_major, prompted.os_minor
$$;
COMMENT ON FUNCTION projection.opt_in_cells(date, date, timestamptz, text) IS
    'Counts of the opt-in funnel by version, major or app.';
