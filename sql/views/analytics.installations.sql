-- The journey of each installation that has a permission event, with words instead of dictionary numbers. Metrics: The
-- journey of an installation. Reads projection.journey and the dictionaries. Conditions on installation_id,
-- prompt_at, trial_at and asked_at use indexes. Other tables are read only for selected columns: the dictionaries,
-- projection.installation_activity and projection.notification (by its index on send_period).
CREATE OR REPLACE VIEW analytics.installations AS
SELECT
    app.app_id,
    journey.installation_id,
    state.status::text AS status,
    metric.is_reachable(state.status) AS is_reachable,
    latest_os.os_name,
    latest_os.major || '.' || latest_os.minor AS os_version,
    least(
        (journey.status_from[1] AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date,
        lower(activity.active_28d)
    ) AS first_seen_on,
    greatest(
        (journey.last_event_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date,
        -- A day of activity counts in the 28 days that begin with it.
        upper(activity.active_28d) - 28
    ) AS last_seen_on,
    journey.turned_off_at,
    coalesce(send_count.sends, 0) AS sends_28d,
    journey.last_event_at,
    journey.events AS permission_events,
    journey.prompt_at,
    prompt_os.os_name AS prompt_os_name,
    prompt_os.major || '.' || prompt_os.minor AS prompt_os_version,
    prompt_app_version.text AS prompt_app_version,
    prompt_locale.text AS prompt_locale,
    prompt_placement.text AS prompt_placement,
    prompt_variant.text AS prompt_variant,
    prompt_device_model.text AS prompt_device_model,
    extract(hour FROM journey.prompt_at AT TIME ZONE 'UTC' + make_interval(mins => journey.prompt_offset))::smallint
        AS prompt_local_hour,
    CASE
        WHEN journey.decision = 'prompt_granted' THEN 'granted'
        WHEN journey.decision = 'prompt_denied' THEN 'denied'
        WHEN journey.prompt_at <= (SELECT analytics.horizon()) - make_interval(
            secs => (SELECT settings.conversion_window_seconds FROM projection.settings)
        ) THEN 'undecided'
        WHEN journey.prompt_at IS NOT NULL THEN 'open'
    END AS answer,
    CASE journey.decision WHEN 'prompt_granted' THEN 'granted' WHEN 'prompt_denied' THEN 'denied' END AS decision,
    journey.decision_at,
    CASE WHEN journey.decision_at IS NOT NULL
        THEN extract(epoch FROM greatest(journey.decision_at - journey.prompt_at, interval '0'))::double precision
    END AS seconds_to_decision,
    journey.late_answer_at,
    journey.first_open_at,
    journey.trial_at,
    trial_os.os_name AS trial_os_name,
    trial_os.major || '.' || trial_os.minor AS trial_os_version,
    CASE WHEN journey.trial_at IS NOT NULL THEN coalesce(journey.outcome, 'pending') END AS trial_outcome,
    journey.outcome_at AS trial_outcome_at,
    journey.asked_at,
    asked_os.os_name AS asked_os_name,
    asked_os.major || '.' || asked_os.minor AS asked_os_version,
    journey.settings_opened_at,
    journey.has_returned,
    (journey.prompt_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS prompt_on,
    metric.level(state.status, right(journey.levels, 1)) AS level
FROM projection.journey AS journey
CROSS JOIN LATERAL (
    SELECT
        journey.status[cardinality(journey.status)] AS status,
        journey.status_os[cardinality(journey.status)] AS os
) AS state
LEFT JOIN projection.installation_activity AS activity
    ON activity.installation_id = journey.installation_id AND activity.app = journey.app
LEFT JOIN (
    SELECT notification.app, notification.installation_id, count(*) AS sends
    FROM projection.notification
    WHERE notification.send_period IN (
            (SELECT projection.period(analytics.horizon() - interval '672 hours')),
            (SELECT projection.period(analytics.horizon()))
        )
        AND notification.send_at > (SELECT analytics.horizon() - interval '672 hours')
        AND notification.send_at <= (SELECT analytics.horizon())
    GROUP BY notification.app, notification.installation_id
) AS send_count ON send_count.installation_id = journey.installation_id AND send_count.app = journey.app
LEFT JOIN log.app ON app.app = journey.app
LEFT JOIN log.os AS latest_os ON latest_os.os = state.os
LEFT JOIN log.os AS prompt_os ON prompt_os.os = journey.prompt_os
LEFT JOIN log.os AS trial_os ON trial_os.os = journey.trial_os
LEFT JOIN log.os AS asked_os ON asked_os.os = journey.asked_os
LEFT JOIN log.word AS prompt_app_version ON prompt_app_version.word = journey.prompt_app_version
LEFT JOIN log.word AS prompt_locale ON prompt_locale.word = journey.prompt_locale
LEFT JOIN log.word AS prompt_placement ON prompt_placement.word = journey.prompt_placement
LEFT JOIN log.word AS prompt_variant ON prompt_variant.word = journey.prompt_variant
LEFT JOIN log.word AS prompt_device_model ON prompt_device_model.word = journey.prompt_device_model;
