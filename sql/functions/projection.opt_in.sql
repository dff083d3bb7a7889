-- Returns a row for each installation whose prompt falls in a range of days: what every opt-in table counts.
-- Metrics: Opt-in funnel.
-- app, os and the other values of the prompt are numbers of the log's dictionaries, because these group faster than words;
-- hour is one as it is. Null if the prompt named none. is_settled: in the base of the grant rate.
-- answers_alone: the caller uses no columns of 7 and 30 days, which makes a past horizon much cheaper.
CREATE OR REPLACE FUNCTION projection.opt_in(
    from_day date, to_day date, as_of timestamptz, answers_alone boolean DEFAULT false
)
RETURNS TABLE (
    app integer,
    day date,
    {values+lone_values: # integer},
    is_granted boolean,
    is_denied boolean,
    is_undecided boolean,
    is_open boolean,
    is_dismissed boolean,
    is_settled boolean,
    seconds_to_decision double precision,
    is_eligible_24h boolean,
    is_opened_24h boolean,
    is_eligible_7d boolean,
    is_retained_7d boolean,
    is_opened_7d boolean,
    is_eligible_30d boolean,
    is_retained_30d boolean,
    is_opened_30d boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    prompted.app,
    (prompted.prompt_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date,
    {values+lone_values: #of},
    answer.is_granted,
    prompted.decision IS NOT DISTINCT FROM 'prompt_denied',
    prompted.decision IS NULL AND waited.until <= as_of AS is_undecided,
    prompted.decision IS NULL AND waited.until > as_of AS is_open,
    prompted.decision IS NULL AND coalesce(prompted.dismissed_at < waited.until, false),
    prompted.decision IS NOT NULL OR waited.until <= as_of,
    CASE WHEN prompted.decision IS NOT NULL
        THEN date_part('epoch', greatest(prompted.decision_at - prompted.prompt_at, interval '0'))
    END,
    answer.is_granted AND answer.day_1 <= as_of,
    answer.is_granted AND answer.day_1 <= as_of AND prompted.first_open_at < answer.day_1,
    answer.is_granted AND answer.day_7 <= as_of,
    answer.is_granted AND answer.day_7 <= as_of
        AND prompted.status[width_bucket(answer.day_7, prompted.status_from)] = 'authorized',
    answer.is_granted AND answer.day_7 <= as_of AND prompted.first_open_at < answer.day_7,
    answer.is_granted AND answer.day_30 <= as_of,
    answer.is_granted AND answer.day_30 <= as_of
        AND prompted.status[width_bucket(answer.day_30, prompted.status_from)] = 'authorized',
    answer.is_granted AND answer.day_30 <= as_of AND prompted.first_open_at < answer.day_30
FROM projection.cohort('prompt', from_day, to_day, as_of, answers_alone) AS prompted
CROSS JOIN LATERAL (
    SELECT prompted.prompt_at
        + make_interval(secs => (SELECT settings.conversion_window_seconds FROM projection.settings))
) AS waited (until)
CROSS JOIN LATERAL (
    SELECT
        prompted.decision IS NOT DISTINCT FROM 'prompt_granted',
        prompted.decision_at + make_interval(secs => 86400),
        prompted.decision_at + make_interval(secs => 7 * 86400),
        prompted.decision_at + make_interval(secs => 30 * 86400)
) AS answer (is_granted, day_1, day_7, day_30)
$$;
