-- Step 14 of the journey projection: replaces the old journeys by the new ones. Reads `new_journey`, which has the
-- columns of journey. May be run twice.
INSERT INTO journey AS journey
SELECT new_journey.*
FROM new_journey
-- By the time of the prompt, so that a report of a few days finds its rows close together.
ORDER BY new_journey.prompt_at, new_journey.installation_id, new_journey.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    -- All columns in the order of the table; the key columns, which stay the same, are among them.
    (
        prompt_received_at, latest_received_at, answer_received_at, prompt_at, decision_at, dismissed_at, late_answer_at,
        first_open_at, trial_at, outcome_at, asked_at, settings_opened_at, last_event_at, turned_off_at, reassigned_at,
        app,
        events, prompt_os, prompt_app_version, prompt_locale, prompt_placement, prompt_variant, prompt_device_model,
        trial_os, asked_os, decision, prompt_offset, has_returned, installation_id, outcome, status_from, status,
        status_os, levels, orphan_times, jump_times, ask, arms, turn_offs
    ) = ROW(excluded.*)
