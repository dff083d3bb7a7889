-- Returns a row for each installation whose prompt falls in a range of days: what every opt-in table counts.
-- Metrics: Opt-in funnel.
-- app, os and the other values of the prompt are numbers of the log's dictionaries, because these group faster than words;
-- hour is one as it is. Null if the prompt named none. In the base of the grant rate are those that aren't is_open.
-- is_settled_24h, is_granted_24h: the first 24 hours after the prompt are over, and the person allowed within them.
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
    seconds_to_decision double precision,
    is_granted_24h boolean,
    is_settled_24h boolean,
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
    journey.app,
    (journey.prompt_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date,
    {values+lone_values: #of},
    answer.is_granted,
    journey.decision IS NOT DISTINCT FROM 'prompt_denied',
    journey.decision IS NULL AND wait.until <= as_of AS is_undecided,
    journey.decision IS NULL AND wait.until > as_of AS is_open,
    journey.decision IS NULL AND coalesce(journey.dismissed_at < wait.until, false),
    CASE WHEN journey.decision IS NOT NULL
        THEN date_part('epoch', greatest(journey.decision_at - journey.prompt_at, interval '0'))
    END,
    wait.day_1 <= as_of AND answer.is_granted AND journey.decision_at < wait.day_1,
    wait.day_1 <= as_of,
    answer.is_granted AND answer.day_1 <= as_of,
    answer.is_granted AND answer.day_1 <= as_of AND journey.first_open_at < answer.day_1,
    answer.is_granted AND answer.day_7 <= as_of,
    answer.is_granted AND answer.day_7 <= as_of
        AND journey.status[width_bucket(answer.day_7, journey.status_from)] = 'authorized',
    answer.is_granted AND answer.day_7 <= as_of AND journey.first_open_at < answer.day_7,
    answer.is_granted AND answer.day_30 <= as_of,
    answer.is_granted AND answer.day_30 <= as_of
        AND journey.status[width_bucket(answer.day_30, journey.status_from)] = 'authorized',
    answer.is_granted AND answer.day_30 <= as_of AND journey.first_open_at < answer.day_30
FROM projection.cohort('prompt', from_day, to_day, as_of, answers_alone) AS journey
CROSS JOIN LATERAL (
    SELECT
        journey.prompt_at
            + (SELECT make_interval(secs => settings.conversion_window_seconds) FROM projection.settings),
        journey.prompt_at + make_interval(secs => 86400)
) AS wait (until, day_1)
CROSS JOIN LATERAL (
    SELECT
        journey.decision IS NOT DISTINCT FROM 'prompt_granted',
        journey.decision_at + make_interval(secs => 86400),
        journey.decision_at + make_interval(secs => 7 * 86400),
        journey.decision_at + make_interval(secs => 30 * 86400)
) AS answer (is_granted, day_1, day_7, day_30)
$$;
