-- The journeys of some installations, folded from all their permission events known at a moment.
-- Reads log.permission_event (a range of its key for each installation), log.os, projection.notification_open_v1 and the
-- conversion window of projection.settings. Stable: the same log gives the same rows, whatever the order of arrival.
-- installations: every app's journey of each is folded. known_by: events received later do not exist; 'infinity' is all.
--
-- The levels, from the inside out; each sub-select ends in one row an event until the last, which has one a journey:
--   known    the events, and whether each one of the journey has a sequence
--   ordered  n, the place of the event in the contract's order
--   judged   the status that the event sets, or null
--   marked   the places of the prompt and of the start of the trial; the last place that set a status;
--            and for the step function of time, the last place among all events up to this effective_at
--   placed   the status after the event and the prompt's time
--   journey  one row each, with the places of decision and outcome
-- Sub-selects and not CTEs, so that a distributed engine can push the whole fold down to where the rows are.
CREATE OR REPLACE FUNCTION projection.fold_journeys_v1(installations uuid[], known_by timestamptz)
RETURNS SETOF projection.journey_v1
LANGUAGE sql STABLE
AS $$
SELECT
    -- With its opens a journey depends on their receipt too, whether or not each is known yet.
    greatest(journey.latest_received_at, opens.latest_received_at) AS latest_received_at,
    journey.prompt_at,
    journey.decision_at,
    journey.trial_at,
    journey.outcome_at,
    opens.first_open_at,
    journey.app,
    journey.prompt_os,
    journey.prompt_app_version,
    journey.prompt_locale,
    journey.prompt_placement,
    journey.prompt_variant,
    journey.trial_os,
    journey.decision,
    journey.installation_id,
    journey.outcome,
    journey.status_from,
    journey.status,
    journey.status_os
FROM (
    SELECT
        placed.installation_id,
        placed.app,
        max(placed.received_at) AS latest_received_at,
        max(placed.effective_at) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_at,
        max(placed.os) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_os,
        max(placed.app_version) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_app_version,
        max(placed.locale) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_locale,
        max(placed.placement) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_placement,
        max(placed.variant) FILTER (WHERE placed.n = placed.prompt_n) AS prompt_variant,
        (array_agg(placed.effective_at ORDER BY placed.n) FILTER (WHERE placed.decides))[1] AS decision_at,
        (array_agg(placed.type ORDER BY placed.n) FILTER (WHERE placed.decides))[1] AS decision,
        max(placed.effective_at) FILTER (WHERE placed.n = placed.trial_n) AS trial_at,
        max(placed.os) FILTER (WHERE placed.n = placed.trial_n) AS trial_os,
        (array_agg(placed.effective_at ORDER BY placed.n) FILTER (WHERE placed.trial_outcome IS NOT NULL))[1]
            AS outcome_at,
        (array_agg(placed.trial_outcome ORDER BY placed.n) FILTER (WHERE placed.trial_outcome IS NOT NULL))[1]
            AS outcome,
        array_agg(placed.effective_at ORDER BY placed.n) FILTER (WHERE placed.n = placed.latest_n) AS status_from,
        array_agg(placed.status_after ORDER BY placed.n) FILTER (WHERE placed.n = placed.latest_n) AS status,
        array_agg(placed.os ORDER BY placed.n) FILTER (WHERE placed.n = placed.latest_n) AS status_os
    FROM (
        SELECT
            marked.*,
            -- Nobody set a status before the first that does: unknown.
            coalesce(
                first_value(marked.sets_status) OVER (
                    PARTITION BY marked.installation_id, marked.app, marked.status_n ORDER BY marked.n
                ),
                'unknown'
            ) AS status_after,
            -- The first answer in the order is the first true one. A span is never less than 0, so a device whose clock
            -- ran backwards between prompt and answer decided at once.
            marked.type IN ('prompt_granted', 'prompt_denied')
                AND marked.n > marked.prompt_n
                AND marked.effective_at - marked.prompt_at
                    < make_interval(secs => settings.conversion_window_seconds) AS decides,
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
                max(judged.effective_at) FILTER (WHERE judged.n = judged.prompt_n) OVER journey AS prompt_at,
                coalesce(
                    min(judged.n) FILTER (WHERE judged.type = 'provisional_started') OVER journey,
                    min(judged.n) FILTER (
                        WHERE judged.type IN ('provisional_kept', 'provisional_turned_off')
                    ) OVER journey
                ) AS trial_n,
                max(judged.n) FILTER (WHERE judged.sets_status IS NOT NULL) OVER so_far AS status_n
            FROM (
                SELECT
                    ordered.*,
                    CASE
                        WHEN ordered.type IN ('prompt_granted', 'provisional_kept') THEN 'authorized'
                        WHEN ordered.type IN ('prompt_denied', 'provisional_turned_off') THEN 'denied'
                        WHEN ordered.type = 'provisional_started' THEN 'provisional'
                        -- Below iOS 10 "denied" also means "never asked", unless a prompt is known before.
                        WHEN ordered.type = 'status_observed' AND ordered.status = 'denied'
                            AND os.os_name IN ('iOS', 'iPadOS') AND os.major < 10
                            AND coalesce(ordered.first_prompt_event_n, ordered.n) >= ordered.n THEN 'not_determined'
                        WHEN ordered.type = 'status_observed' THEN ordered.status
                    END::log.authorization_status AS sets_status
                FROM (
                    SELECT
                        numbered.*,
                        min(numbered.n) FILTER (WHERE numbered.type = 'prompt_shown') OVER journey AS prompt_n,
                        min(numbered.n) FILTER (
                            WHERE numbered.type IN ('prompt_shown', 'prompt_granted', 'prompt_denied')
                        ) OVER journey AS first_prompt_event_n,
                        max(numbered.n) OVER (
                            PARTITION BY numbered.installation_id, numbered.app
                            ORDER BY numbered.effective_at, numbered.n
                        ) AS latest_n
                    FROM (
                        SELECT
                            known.*,
                            row_number() OVER (
                                PARTITION BY known.installation_id, known.app
                                ORDER BY
                                    CASE WHEN known.all_sequenced THEN known.sequence END,
                                    known.effective_at,
                                    known.type,
                                    known.id,
                                    known.occurred_at
                            ) AS n
                        FROM (
                            SELECT
                                event.*,
                                bool_and(event.sequence IS NOT NULL) OVER (
                                    PARTITION BY event.installation_id, event.app
                                ) AS all_sequenced
                            FROM log.permission_event AS event
                            WHERE event.installation_id = ANY (installations)
                                AND event.received_at <= known_by
                        ) AS known
                    ) AS numbered
                    WINDOW journey AS (PARTITION BY numbered.installation_id, numbered.app)
                ) AS ordered
                INNER JOIN log.os ON os.os = ordered.os
            ) AS judged
            WINDOW
                journey AS (PARTITION BY judged.installation_id, judged.app),
                so_far AS (PARTITION BY judged.installation_id, judged.app ORDER BY judged.n)
        ) AS marked
        CROSS JOIN projection.settings
    ) AS placed
    GROUP BY placed.installation_id, placed.app
) AS journey
LEFT JOIN LATERAL (
    SELECT
        min(open.effective_at) FILTER (WHERE open.received_at <= known_by) AS first_open_at,
        max(open.received_at) FILTER (WHERE open.received_at <= known_by) AS latest_received_at
    FROM projection.notification_open_v1 AS open
    WHERE open.installation_id = journey.installation_id
        AND open.app = journey.app
        AND open.effective_at >= journey.decision_at
        AND open.effective_at < journey.decision_at + make_interval(secs => 30 * 86400)
        AND journey.decision = 'prompt_granted'
) AS opens ON true
$$;
COMMENT ON FUNCTION projection.fold_journeys_v1(uuid[], timestamptz) IS
    'The journeys of these installations as they stood when the events received up to known_by were known.';
