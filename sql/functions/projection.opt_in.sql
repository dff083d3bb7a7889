-- One row for each installation whose prompt falls into a range of days: what every opt-in table counts.
-- Metrics: Opt-in funnel.
-- app, os, app_version, placement, variant, locale: the prompt's, by their numbers in the log, the last four null where it named
-- none: numbers group far faster than words, which are looked up once people are counted. is_settled: in the base of a grant rate.
-- settled_at: from when on the person is in it, which is the answer, or the end of the conversion window without one; never before
-- prompt_at.
CREATE OR REPLACE FUNCTION projection.opt_in(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    os integer,
    app_version integer,
    placement integer,
    variant integer,
    locale integer,
    is_granted boolean,
    is_denied boolean,
    is_undecided boolean,
    is_open boolean,
    is_settled boolean,
    prompt_at timestamptz,
    settled_at timestamptz,
    seconds_to_decision double precision,
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
    prompted.day,
    prompted.prompt_os,
    prompted.prompt_app_version,
    prompted.prompt_placement,
    prompted.prompt_variant,
    prompted.prompt_locale,
    prompted.is_granted,
    prompted.is_denied,
    prompted.is_undecided,
    prompted.is_open,
    NOT prompted.is_open,
    prompted.prompt_at,
    prompted.settled_at,
    prompted.seconds_to_decision,
    prompted.is_granted AND prompted.day_7 <= known_by,
    prompted.is_granted AND prompted.day_7 <= known_by
        AND prompted.status[width_bucket(prompted.day_7, prompted.status_from)] = 'authorized',
    prompted.is_granted AND prompted.day_7 <= known_by AND prompted.first_open_at < prompted.day_7,
    prompted.is_granted AND prompted.day_30 <= known_by,
    prompted.is_granted AND prompted.day_30 <= known_by
        AND prompted.status[width_bucket(prompted.day_30, prompted.status_from)] = 'authorized',
    prompted.is_granted AND prompted.day_30 <= known_by AND prompted.first_open_at < prompted.day_30
FROM (
    SELECT
        journey.app,
        journey.prompt_at,
        journey.prompt_os,
        journey.prompt_app_version,
        journey.prompt_placement,
        journey.prompt_variant,
        journey.prompt_locale,
        journey.status,
        journey.status_from,
        journey.first_open_at,
        (journey.prompt_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
        journey.decision IS NOT DISTINCT FROM 'prompt_granted' AS is_granted,
        journey.decision IS NOT DISTINCT FROM 'prompt_denied' AS is_denied,
        journey.decision IS NULL AND waited.until <= known_by AS is_undecided,
        journey.decision IS NULL AND waited.until > known_by AS is_open,
        greatest(journey.prompt_at, coalesce(journey.decision_at, waited.until)) AS settled_at,
        CASE WHEN journey.decision IS NOT NULL
            THEN extract(epoch FROM greatest(journey.decision_at - journey.prompt_at, interval '0'))::double precision
        END AS seconds_to_decision,
        journey.decision_at + make_interval(secs => 7 * 86400) AS day_7,
        journey.decision_at + make_interval(secs => 30 * 86400) AS day_30
    FROM projection.cohort('prompt', from_day, to_day, known_by) AS journey
    CROSS JOIN LATERAL (
        SELECT journey.prompt_at
            + make_interval(secs => (SELECT settings.conversion_window_seconds FROM projection.settings))
    ) AS waited (until)
) AS prompted
$$;
