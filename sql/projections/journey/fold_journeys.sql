-- Computes the journeys of some installations of an app from all their permission events. Metrics: The journey of an
-- installation. The same log gives the same rows, whatever the order of arrival.
-- Reads log.permission_event (a range of its key for each installation), log.os, and from the caller's generation (the
-- live tables or those of a rebuild) notification_open and settings (conversion window).
-- installations: each once. of_app: the app; the same ids under other apps are other installations.
-- as_of: the horizon: events received later are ignored; 'infinity': none are.
--
-- The nested sub-selects, innermost first. Each has one row per event, except journey:
--   numbered  n, the place of the event in the contract's order
--   ordered   the place of the prompt; asked_n, the first place after which the system must have been asked (a prompt, an
--             answer or a reachable status); latest_n, the last place among the events up to this effective_at
--   judged    the status that the event sets, or null
--   marked    the prompt's time, the place of the trial's start, and the last place so far that set a status
--   placed    the status after the event; whether it is the decision, or a dismissal; the outcome of a trial
--   told      the status before the event; whether the arrays of the journey have it; sorted, because the arrays of the journey take over this order
--   journey   one row each; the story_ arrays are all events, if there is a settings_prompt_shown (for win-back)
-- Sub-selects instead of CTEs, so that a distributed engine can run the whole computation where the rows are.
CREATE OR REPLACE FUNCTION projection.fold_journeys(installations uuid[], of_app integer, as_of timestamptz)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT
    journey.prompt_received_at,
    -- Includes the receipt of the opens that the journey depends on.
    greatest(journey.latest_received_at, opens.latest_received_at) AS latest_received_at,
    greatest(journey.answer_received_at, opens.first_day_received_at),
    journey.prompt_at,
    journey.decision_at,
    journey.dismissed_at,
    CASE WHEN journey.decision IS NULL THEN journey.first_answer_at END AS late_answer_at,
    opens.first_open_at,
    journey.trial_at,
    journey.outcome_at,
    win_back.asked_at,
    win_back.went_at,
    journey.last_event_at,
    CASE WHEN 'denied' = ANY (journey.status)
        THEN (
            SELECT max(journey.status_from[change.i])
            FROM generate_subscripts(journey.status, 1) AS change (i)
            WHERE journey.status[change.i] = 'denied' AND metric.is_reachable(journey.status[change.i - 1])
        )
    END AS turned_off_at,
    journey.app,
    journey.events,
    journey.prompt_os,
    journey.prompt_app_version,
    journey.prompt_locale,
    journey.prompt_placement,
    journey.prompt_variant,
    journey.prompt_device_model,
    journey.trial_os,
    win_back.asked_os,
    journey.decision,
    journey.prompt_offset,
    win_back.has_returned,
    journey.installation_id,
    journey.outcome,
    journey.status_from,
    journey.status,
    journey.status_os,
    journey.orphan_at,
    journey.jump_at
FROM (
    SELECT
        told.installation_id,
        told.app,
        count(*)::integer AS events,
        min(told.received_at) FILTER (WHERE told.type = 'prompt_shown') AS prompt_received_at,
        max(told.received_at) AS latest_received_at,
        greatest(
            coalesce(
                (array_agg(told.received_so_far) FILTER (WHERE told.decides))[1],
                max(told.received_so_far) FILTER (WHERE told.n = told.prompt_n)
            ),
            max(told.received_at) FILTER (WHERE told.dismisses),
            max(told.ordered_from)
        ) AS answer_received_at,
        max(told.effective_at) FILTER (WHERE told.n = told.prompt_n) AS prompt_at,
        max(told.os) FILTER (WHERE told.n = told.prompt_n) AS prompt_os,
        max(told.app_version) FILTER (WHERE told.n = told.prompt_n) AS prompt_app_version,
        max(told.locale) FILTER (WHERE told.n = told.prompt_n) AS prompt_locale,
        max(told.placement) FILTER (WHERE told.n = told.prompt_n) AS prompt_placement,
        max(told.variant) FILTER (WHERE told.n = told.prompt_n) AS prompt_variant,
        max(told.device_model) FILTER (WHERE told.n = told.prompt_n) AS prompt_device_model,
        max(told.occurred_offset) FILTER (WHERE told.n = told.prompt_n) AS prompt_offset,
        (array_agg(told.effective_at) FILTER (WHERE told.decides))[1] AS decision_at,
        (array_agg(told.type) FILTER (WHERE told.decides))[1] AS decision,
        min(told.effective_at) FILTER (WHERE told.dismisses) AS dismissed_at,
        (array_agg(told.effective_at) FILTER (WHERE told.answers AND told.n > told.prompt_n))[1] AS first_answer_at,
        max(told.effective_at) FILTER (WHERE told.n = told.trial_n) AS trial_at,
        max(told.os) FILTER (WHERE told.n = told.trial_n) AS trial_os,
        (array_agg(told.effective_at) FILTER (WHERE told.trial_outcome IS NOT NULL))[1] AS outcome_at,
        (array_agg(told.trial_outcome) FILTER (WHERE told.trial_outcome IS NOT NULL))[1] AS outcome,
        max(told.effective_at) AS last_event_at,
        array_agg(told.effective_at) FILTER (WHERE told.is_change) AS status_from,
        array_agg(told.status_after) FILTER (WHERE told.is_change) AS status,
        array_agg(told.os) FILTER (WHERE told.is_change) AS status_os,
        array_agg(told.effective_at) FILTER (
            WHERE told.answers AND told.n < coalesce(told.prompt_n, told.n + 1)
        ) AS orphan_at,
        array_agg(told.effective_at) FILTER (
            WHERE (told.status_before = 'denied' AND told.status_after = 'provisional')
                OR (told.status_after = 'not_determined' AND told.status_before NOT IN ('unknown', 'not_determined'))
        ) AS jump_at,
        array_agg(told.effective_at) FILTER (WHERE told.has_settings_prompt) AS story_at,
        array_agg(told.type) FILTER (WHERE told.has_settings_prompt) AS story_type,
        array_agg(told.status_after) FILTER (WHERE told.has_settings_prompt) AS story_status,
        array_agg(told.os) FILTER (WHERE told.has_settings_prompt) AS story_os
    FROM (
        SELECT
            placed.*,
            lag(placed.status_after, 1, 'unknown'::log.authorization_status) OVER so_far AS status_before,
            -- Of an installation's times, the last event up to each; not those that leave everything as it was.
            placed.n = placed.latest_n AND NOT coalesce(
                lag(placed.status_after) OVER so_far = placed.status_after
                    AND lag(placed.os) OVER so_far = placed.os
                    AND lag(placed.n = placed.latest_n) OVER so_far,
                false
            ) AS is_change
        FROM (
            SELECT
                marked.*,
                -- Before the first event that sets a status it is unknown.
                coalesce(
                    first_value(marked.sets_status) OVER (
                        PARTITION BY marked.installation_id, marked.app, marked.status_n ORDER BY marked.n
                    ),
                    'unknown'
                ) AS status_after,
                -- The first such event is the decision. A negative span (the clock was set back) counts as 0.
                marked.answers
                    AND marked.n > marked.prompt_n
                    AND marked.effective_at - marked.prompt_at
                        < make_interval(secs => settings.conversion_window_seconds) AS decides,
                -- As text, because it is no event type yet.
                marked.n > marked.prompt_n AND marked.type::text = 'prompt_dismissed' AS dismisses,
                CASE
                    WHEN marked.trial_n IS NULL OR marked.n < marked.trial_n THEN NULL
                    WHEN marked.type = 'provisional_kept'
                        THEN 'kept_' || coalesce(marked.delivery::text, 'unspecified')
                    WHEN marked.type = 'provisional_turned_off' THEN 'turned_off'
                    WHEN marked.type = 'prompt_granted' THEN 'upgraded'
                    WHEN marked.type = 'prompt_denied' THEN 'refused'
                    WHEN marked.type = 'status_observed' AND marked.sets_status = 'authorized' THEN 'kept_unspecified'
                    WHEN marked.type = 'status_observed' AND marked.sets_status = 'denied' THEN 'turned_off'
                END AS trial_outcome
            FROM (
                SELECT
                    judged.*,
                    judged.type IN ('prompt_granted', 'prompt_denied') AS answers,
                    max(judged.effective_at) FILTER (WHERE judged.n = judged.prompt_n) OVER journey AS prompt_at,
                    coalesce(
                        min(judged.n) FILTER (WHERE judged.type = 'provisional_started') OVER journey,
                        min(judged.n) FILTER (
                            WHERE judged.type IN ('provisional_kept', 'provisional_turned_off')
                        ) OVER journey
                    ) AS trial_n,
                    max(judged.n) FILTER (WHERE judged.sets_status IS NOT NULL) OVER so_far AS status_n,
                    max(judged.received_at) OVER so_far AS received_so_far
                FROM (
                    SELECT
                        ordered.*,
                        CASE
                            WHEN ordered.type IN ('prompt_granted', 'provisional_kept') THEN 'authorized'
                            WHEN ordered.type IN ('prompt_denied', 'provisional_turned_off') THEN 'denied'
                            WHEN ordered.type = 'provisional_started' THEN 'provisional'
                            -- Before iOS 10, and from Android 13 on, "denied" can mean "never asked".
                            WHEN ordered.type = 'status_observed' AND ordered.status = 'denied'
                                AND (os.os_name IN ('iOS', 'iPadOS') AND os.major < 10 OR os.os_name = 'Android' AND os.major >= 13)
                                AND coalesce(ordered.asked_n, ordered.n) >= ordered.n THEN 'not_determined'
                            WHEN ordered.type = 'status_observed' THEN ordered.status
                        END::log.authorization_status AS sets_status
                    FROM (
                        SELECT
                            numbered.*,
                            min(numbered.n) FILTER (WHERE numbered.type = 'prompt_shown') OVER journey AS prompt_n,
                            min(numbered.n) FILTER (
                                WHERE numbered.type IN (
                                    'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started', 'provisional_kept'
                                ) OR metric.is_reachable(numbered.status)
                            ) OVER journey AS asked_n,
                            bool_or(numbered.type = 'settings_prompt_shown') OVER journey AS has_settings_prompt,
                            max(numbered.n) OVER (
                                PARTITION BY numbered.installation_id, numbered.app
                                ORDER BY numbered.effective_at
                            ) AS latest_n
                        FROM projection.ordered_permission_events(
                            installations, of_app, as_of, 9223372036854775807
                        ) AS numbered
                        WINDOW journey AS (PARTITION BY numbered.installation_id, numbered.app)
                    ) AS ordered
                    INNER JOIN os ON os.os = ordered.os
                ) AS judged
                WINDOW
                    journey AS (PARTITION BY judged.installation_id, judged.app),
                    so_far AS (PARTITION BY judged.installation_id, judged.app ORDER BY judged.n)
            ) AS marked
            CROSS JOIN settings
        ) AS placed
        WINDOW so_far AS (PARTITION BY placed.installation_id, placed.app ORDER BY placed.n)
        ORDER BY placed.installation_id, placed.app, placed.n
    ) AS told
    GROUP BY told.installation_id, told.app
) AS journey
LEFT JOIN LATERAL (
    SELECT
        journey.story_at[asked.i] AS asked_at,
        journey.story_os[asked.i] AS asked_os,
        journey.story_at[went.i] AS went_at,
        EXISTS (
            SELECT
            FROM generate_series(went.i, cardinality(journey.story_at)) AS later (i)
            WHERE journey.story_status[later.i] = 'authorized'
                AND journey.story_at[later.i] - journey.story_at[went.i] < interval '24 hours'
        ) AS has_returned
    FROM (
        SELECT min(event.i) AS i
        FROM generate_subscripts(journey.story_at, 1) AS event (i)
        WHERE journey.story_type[event.i] = 'settings_prompt_shown' AND journey.story_status[event.i] = 'denied'
    ) AS asked
    CROSS JOIN LATERAL (
        SELECT min(event.i) AS i
        FROM generate_series(asked.i + 1, cardinality(journey.story_at)) AS event (i)
        WHERE journey.story_type[event.i] = 'settings_opened'
            AND journey.story_at[event.i] - journey.story_at[asked.i] < interval '24 hours'
    ) AS went
    WHERE asked.i IS NOT NULL
) AS win_back ON journey.story_at IS NOT NULL
LEFT JOIN LATERAL (
    SELECT
        min(open.effective_at) FILTER (WHERE open.received_at <= as_of) AS first_open_at,
        max(open.received_at) FILTER (WHERE open.received_at <= as_of) AS latest_received_at,
        max(open.received_at) FILTER (
            WHERE open.received_at <= as_of AND open.effective_at < journey.decision_at + make_interval(secs => 86400)
        ) AS first_day_received_at
    FROM notification_open AS open
    WHERE open.installation_id = journey.installation_id
        AND open.app = journey.app
        AND open.effective_at >= journey.decision_at
        AND open.effective_at < journey.decision_at + make_interval(secs => 30 * 86400)
        AND journey.decision = 'prompt_granted'
) AS opens ON true
$$;
