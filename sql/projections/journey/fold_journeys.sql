-- Computes the journeys of some installations of an app from all their permission events. Metrics: The journey of an
-- installation. The same log gives the same rows, whatever the order of arrival.
-- Reads log.permission_event (a range of its key for each installation), log.os, and from the caller's generation (the
-- live tables or those of a rebuild) notification_open and settings (conversion window).
-- installations: each once. of_app: the app; the same ids under other apps are other installations.
-- as_of: the horizon: events received later are ignored; 'infinity': none are. up_to: so are batches after this position.
--
-- The nested sub-selects have one row per event, and are all named event. What each adds, innermost first:
--   1  n, the place of the event in the contract's order
--   2  the place of the prompt; asked_n, the first place after which the system must have been asked (a prompt, an
--      answer or a reachable status); latest_n, the last place among the events up to this effective_at; the last place
--      and time of events that need a story
--   3  the status that the event sets, or null; the level that it sets
--   4  the prompt's time, the place of the trial's start, the last place so far that set a status, and the last OS and
--      the last level so far, each with its place in the upper bits
--   5  the status and OS after the event; whether it is the decision, or a dismissal; is_of_story, whether asks and arms
--      can depend on it; the outcome of a trial
--   6  the status and level before the event, when the status was last read before it, and whether it changed the OS or
--      the first of an instant
--   7  the last place so far that changed the status
--   8  the level after the event, one letter (metric.level); whether the arrays of the journey have the event; sorted,
--      because these arrays take over this order
-- The outermost, journey, has one row each; the story_ arrays are all events, if there is a settings_prompt_shown (for
-- win-back); so is story, if an event needs it: an assignment, or an ask that may not be the prompt.
-- Sub-selects instead of CTEs, so that a distributed engine can run the whole computation where the rows are.
CREATE OR REPLACE FUNCTION projection.fold_journeys(
    installations uuid[], of_app integer, as_of timestamptz, up_to bigint
)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT
    -- A repeated assignment is no event of the journey, but can be the first one that is known at an earlier horizon.
    least(journey.prompt_received_at, assignment.first_received_at),
    -- Includes the receipt of the opens that the journey depends on, and of the events that can decide which assignment is
    -- no repeat: of those without a sequence, any that has one.
    greatest(journey.latest_received_at, opens.latest_received_at, assignment.sequenced_received_at)
        AS latest_received_at,
    greatest(
        journey.answer_received_at, opens.first_day_received_at, assignment.sequenced_received_at,
        CASE WHEN assignment.lacks_sequence THEN journey.sequenced_received_at END
    ),
    journey.prompt_at,
    journey.decision_at,
    journey.dismissed_at,
    CASE WHEN journey.decision IS NULL THEN journey.first_answer_at END AS late_answer_at,
    opens.first_open_at,
    journey.trial_at,
    journey.outcome_at,
    win_back.asked_at,
    win_back.settings_opened_at,
    journey.last_event_at,
    CASE WHEN 'denied' = ANY (journey.status)
        THEN (
            SELECT max(journey.status_from[change.i])
            FROM generate_subscripts(journey.status, 1) AS change (i)
            WHERE journey.status[change.i] = 'denied' AND metric.is_reachable(journey.status[change.i - 1])
        )
    END AS turned_off_at,
    CASE WHEN journey.story IS NOT NULL
        THEN (SELECT assignment.at FROM projection.reassigned_at(journey.story) AS assignment)
    END,
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
    journey.levels,
    journey.orphan_times,
    journey.jump_times,
    CASE WHEN journey.story IS NOT NULL
        THEN (
            SELECT ask
            FROM settings
            CROSS JOIN LATERAL projection.ask_of(
                journey.story, make_interval(secs => settings.conversion_window_seconds)
            ) AS ask
        )
    END,
    CASE WHEN journey.story IS NOT NULL
        THEN (
            SELECT list.arms
            FROM settings
            CROSS JOIN LATERAL projection.arms_of(
                journey.story, journey.status_from, journey.status,
                make_interval(secs => settings.conversion_window_seconds)
            ) AS list
        )
    END,
    journey.turn_offs
FROM (
    SELECT
        event.installation_id,
        event.app,
        count(*)::integer AS events,
        min(event.received_at) FILTER (WHERE event.type = 'prompt_shown' OR event.needs_story) AS prompt_received_at,
        max(event.received_at) AS latest_received_at,
        greatest(
            coalesce(
                (array_agg(event.received_so_far) FILTER (WHERE event.decides))[1],
                max(event.received_so_far) FILTER (WHERE event.n = event.prompt_n)
            ),
            max(event.received_at) FILTER (WHERE event.dismisses),
            -- Each event with a sequence can decide where those without one stand.
            CASE WHEN count(event.sequence) < count(*)
                THEN max(event.received_at) FILTER (WHERE event.sequence IS NOT NULL)
            END,
            -- The status at the end of an arm's window is that after all events before it in the order.
            max(event.received_so_far) FILTER (WHERE event.is_of_story)
        ) AS answer_received_at,
        max(event.received_at) FILTER (WHERE event.sequence IS NOT NULL) AS sequenced_received_at,
        max(event.effective_at) FILTER (WHERE event.n = event.prompt_n) AS prompt_at,
        max(event.os) FILTER (WHERE event.n = event.prompt_n) AS prompt_os,
        max(event.app_version) FILTER (WHERE event.n = event.prompt_n) AS prompt_app_version,
        max(event.locale) FILTER (WHERE event.n = event.prompt_n) AS prompt_locale,
        max(event.placement) FILTER (WHERE event.n = event.prompt_n) AS prompt_placement,
        max(event.variant) FILTER (WHERE event.n = event.prompt_n) AS prompt_variant,
        max(event.device_model) FILTER (WHERE event.n = event.prompt_n) AS prompt_device_model,
        max(event.occurred_offset) FILTER (WHERE event.n = event.prompt_n) AS prompt_offset,
        (array_agg(event.effective_at) FILTER (WHERE event.decides))[1] AS decision_at,
        (array_agg(event.type) FILTER (WHERE event.decides))[1] AS decision,
        min(event.effective_at) FILTER (WHERE event.dismisses) AS dismissed_at,
        (array_agg(event.effective_at) FILTER (WHERE event.answers AND event.n > event.prompt_n))[1] AS first_answer_at,
        max(event.effective_at) FILTER (WHERE event.n = event.trial_n) AS trial_at,
        max(event.os) FILTER (WHERE event.n = event.trial_n) AS trial_os,
        (array_agg(event.effective_at) FILTER (WHERE event.trial_outcome IS NOT NULL))[1] AS outcome_at,
        (array_agg(event.trial_outcome) FILTER (WHERE event.trial_outcome IS NOT NULL))[1] AS outcome,
        max(event.effective_at) AS last_event_at,
        array_agg(event.effective_at) FILTER (WHERE event.is_change) AS status_from,
        array_agg(event.status_after) FILTER (WHERE event.is_change) AS status,
        array_agg(event.os_after) FILTER (WHERE event.is_change) AS status_os,
        CASE WHEN max(event.latest_level) IS NOT NULL
            THEN string_agg(event.level_after, '') FILTER (WHERE event.is_change)
        END AS levels,
        array_agg(event.effective_at) FILTER (
            WHERE event.answers AND event.n < coalesce(event.prompt_n, event.n + 1)
        ) AS orphan_times,
        array_agg(event.effective_at) FILTER (
            WHERE (event.status_before = 'denied' AND event.status_after = 'provisional')
                OR (
                    event.status_after = 'not_determined'
                    AND event.status_before NOT IN ('unknown', 'not_determined', 'gone')
                )
        ) AS jump_times,
        array_agg(
            ROW(event.effective_at, event.seen_at, event.os_after)::projection.turn_off_event
        ) FILTER (
            WHERE event.type IN ('status_observed', 'provisional_turned_off')
                AND event.status_after = 'denied'
                AND metric.is_reachable(event.status_before)
        ) AS turn_offs,
        array_agg(event.effective_at) FILTER (WHERE event.has_settings_prompt) AS story_at,
        array_agg(event.type) FILTER (WHERE event.has_settings_prompt) AS story_type,
        array_agg(event.status_after) FILTER (WHERE event.has_settings_prompt) AS story_status,
        array_agg(event.os) FILTER (WHERE event.has_settings_prompt) AS story_os,
        array_agg(
            ROW(
                event.effective_at, event.os, event.app_version, event.placement, event.variant, event.experiment,
                event.type, event.answer, event.status_before
            )::projection.story_event
        ) FILTER (WHERE event.last_story_n IS NOT NULL) AS story
    FROM (
        SELECT
            event.*,
            level.level_after,
            -- Of an installation's times, the last event up to each; not those that leave everything as it was.
            event.n = event.latest_n AND (
                event.status_after <> event.status_before
                OR event.is_other_device
                OR level.level_after <> metric.level_letter(event.status_after, event.level_before, event.changed_n)
            ) AS is_change
        FROM (
            SELECT
                event.*,
                max(event.n) FILTER (WHERE event.status_after <> event.status_before) OVER so_far AS changed_n
            FROM (
                SELECT
                    event.*,
                    lag(event.status_after, 1, 'unknown'::log.authorization_status) OVER so_far AS status_before,
                    lag(event.latest_level) OVER so_far AS level_before,
                    max(event.effective_at) FILTER (WHERE metric.reads_status(event.type)) OVER (
                        so_far ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                    ) AS seen_at,
                    (
                        lag(event.os_after) OVER so_far IS NOT DISTINCT FROM event.os_after
                        AND lag(event.n = event.latest_n) OVER so_far
                    ) IS NOT TRUE AS is_other_device
                FROM (
                    SELECT
                        event.*,
                        -- Before the first event that sets a status it is unknown.
                        coalesce(
                            first_value(event.sets_status) OVER (
                                PARTITION BY event.installation_id, event.app, event.status_n ORDER BY event.n
                            ),
                            'unknown'
                        ) AS status_after,
                        (event.latest_os & 4294967295)::integer AS os_after,
                        -- The first such event is the decision. A negative span (the clock was set back) counts as 0.
                        event.answers
                            AND event.n > event.prompt_n
                            AND event.effective_at - event.prompt_at
                                < make_interval(secs => settings.conversion_window_seconds) AS decides,
                        event.n > event.prompt_n AND event.type = 'prompt_dismissed' AS dismisses,
                        event.n <= event.last_story_n
                            OR event.effective_at - event.last_story_at
                                <= make_interval(secs => settings.conversion_window_seconds) AS is_of_story,
                        CASE
                            WHEN event.trial_n IS NULL OR event.n < event.trial_n THEN NULL
                            WHEN event.type = 'provisional_kept'
                                THEN 'kept_' || coalesce(event.delivery::text, 'unspecified')
                            WHEN event.type = 'provisional_turned_off' THEN 'turned_off'
                            WHEN event.type = 'prompt_granted' THEN 'upgraded'
                            WHEN event.type = 'prompt_denied' THEN 'refused'
                            WHEN event.type = 'status_observed' AND event.sets_status = 'authorized'
                                THEN 'kept_unspecified'
                            WHEN event.type = 'status_observed' AND event.sets_status = 'denied' THEN 'turned_off'
                        END AS trial_outcome
                    FROM (
                        SELECT
                            event.*,
                            event.type IN ('prompt_granted', 'prompt_denied') AS answers,
                            max(event.effective_at) FILTER (WHERE event.n = event.prompt_n) OVER journey AS prompt_at,
                            coalesce(
                                min(event.n) FILTER (WHERE event.type = 'provisional_started') OVER journey,
                                min(event.n) FILTER (
                                    WHERE event.type IN ('provisional_kept', 'provisional_turned_off')
                                ) OVER journey
                            ) AS trial_n,
                            max(event.n) FILTER (WHERE event.sets_status IS NOT NULL) OVER so_far AS status_n,
                            max(event.n << 32 | event.os::bigint) OVER so_far AS latest_os,
                            max(event.n << 8 | ascii(event.sets_level)) OVER so_far AS latest_level,
                            max(event.received_at) OVER so_far AS received_so_far
                        FROM (
                            SELECT
                                event.*,
                                CASE
                                    WHEN event.type IN ('prompt_granted', 'provisional_kept') THEN 'authorized'
                                    WHEN event.type IN ('prompt_denied', 'provisional_turned_off') THEN 'denied'
                                    WHEN event.type = 'provisional_started' THEN 'provisional'
                                    -- Before iOS 10, and from Android 13 on, "denied" can mean "never asked".
                                    WHEN event.type = 'status_observed' AND event.status = 'denied'
                                        AND (
                                            os.os_name IN ('iOS', 'iPadOS') AND os.major < 10
                                            OR os.os_name = 'Android' AND os.major >= 13
                                        )
                                        AND coalesce(event.asked_n, event.n) >= event.n THEN 'not_determined'
                                    WHEN event.type = 'status_observed' THEN event.status
                                    WHEN event.type = 'push_unregistered' THEN 'gone'
                                END::log.authorization_status AS sets_status,
                                coalesce(
                                    metric.level_of_settings(event.settings),
                                    CASE WHEN event.type = 'provisional_kept' THEN left(event.delivery::text, 1) END
                                ) AS sets_level
                            FROM (
                                SELECT
                                    event.*,
                                    min(event.n) FILTER (WHERE event.type = 'prompt_shown') OVER journey AS prompt_n,
                                    min(event.n) FILTER (
                                        WHERE event.type IN (
                                            'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started',
                                            'provisional_kept'
                                        ) OR metric.is_reachable(event.status)
                                    ) OVER journey AS asked_n,
                                    bool_or(event.type = 'settings_prompt_shown') OVER journey AS has_settings_prompt,
                                    max(event.n) FILTER (WHERE event.needs_story) OVER journey AS last_story_n,
                                    max(event.effective_at) FILTER (WHERE event.needs_story) OVER journey
                                        AS last_story_at,
                                    max(event.n) OVER (
                                        PARTITION BY event.installation_id, event.app
                                        ORDER BY event.effective_at
                                    ) AS latest_n
                                FROM (
                                    SELECT
                                        event.*,
                                        event.type IN ('experiment_assigned', 'primer_shown', 'prompt_blocked')
                                            AS needs_story
                                    FROM projection.ordered_permission_events(
                                        installations, of_app, as_of, up_to
                                    ) AS event
                                ) AS event
                                WINDOW journey AS (PARTITION BY event.installation_id, event.app)
                            ) AS event
                            LEFT JOIN os ON os.os = event.os
                        ) AS event
                        WINDOW
                            journey AS (PARTITION BY event.installation_id, event.app),
                            so_far AS (PARTITION BY event.installation_id, event.app ORDER BY event.n)
                    ) AS event
                    CROSS JOIN settings
                ) AS event
                WINDOW so_far AS (PARTITION BY event.installation_id, event.app ORDER BY event.n)
            ) AS event
            WINDOW so_far AS (PARTITION BY event.installation_id, event.app ORDER BY event.n)
        ) AS event
        CROSS JOIN LATERAL (
            SELECT metric.level_letter(event.status_after, event.latest_level, event.changed_n) AS level_after
        ) AS level
        ORDER BY event.installation_id, event.app, event.n
    ) AS event
    GROUP BY event.installation_id, event.app
) AS journey
LEFT JOIN LATERAL (
    SELECT
        journey.story_at[question.i] AS asked_at,
        journey.story_os[question.i] AS asked_os,
        journey.story_at[visit.i] AS settings_opened_at,
        EXISTS (
            SELECT
            FROM generate_series(visit.i, cardinality(journey.story_at)) AS event (i)
            WHERE journey.story_status[event.i] = 'authorized'
                AND journey.story_at[event.i] - journey.story_at[visit.i] < interval '24 hours'
        ) AS has_returned
    FROM (
        SELECT min(event.i) AS i
        FROM generate_subscripts(journey.story_at, 1) AS event (i)
        WHERE journey.story_type[event.i] = 'settings_prompt_shown' AND journey.story_status[event.i] = 'denied'
    ) AS question
    CROSS JOIN LATERAL (
        SELECT min(event.i) AS i
        FROM generate_series(question.i + 1, cardinality(journey.story_at)) AS event (i)
        WHERE journey.story_type[event.i] = 'settings_opened'
            AND journey.story_at[event.i] - journey.story_at[question.i] < interval '24 hours'
    ) AS visit
    WHERE question.i IS NOT NULL
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
LEFT JOIN LATERAL (
    SELECT
        min(assignment.received_at) AS first_received_at,
        count(assignment.sequence) < count(*) AS lacks_sequence,
        CASE WHEN count(assignment.sequence) < count(*)
            THEN max(assignment.received_at) FILTER (WHERE assignment.sequence IS NOT NULL)
        END AS sequenced_received_at
    FROM permission_event AS assignment
    WHERE assignment.type = 'experiment_assigned'
        AND assignment.installation_id = journey.installation_id
        AND assignment.app = journey.app
        AND assignment.received_at <= as_of
        AND NOT assignment.batch_id <@ (SELECT projection.batches(up_to))
        AND journey.story IS NOT NULL
) AS assignment ON true
$$;
