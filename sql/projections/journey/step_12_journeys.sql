-- Step 12 of the journey projection: the folded journeys take the place of what they were. Reads `folded`. May be run twice.
INSERT INTO journey_v1 AS journey (
    latest_received_at, prompt_at, decision_at, late_answer_at, first_open_at, trial_at, outcome_at, asked_at,
    went_at, app, events, prompt_os, prompt_app_version, prompt_locale, prompt_placement, prompt_variant, trial_os,
    asked_os, decision, has_returned, installation_id, outcome, status_from, status, status_os, orphan_at, jump_at
)
SELECT
    folded.latest_received_at, folded.prompt_at, folded.decision_at, folded.late_answer_at, folded.first_open_at,
    folded.trial_at, folded.outcome_at, folded.asked_at, folded.went_at, folded.app, folded.events, folded.prompt_os,
    folded.prompt_app_version, folded.prompt_locale, folded.prompt_placement, folded.prompt_variant, folded.trial_os,
    folded.asked_os, folded.decision, folded.has_returned, folded.installation_id, folded.outcome,
    folded.status_from, folded.status, folded.status_os, folded.orphan_at, folded.jump_at
FROM folded
-- By the time of the prompt, so that a report of some days finds its people side by side.
ORDER BY folded.prompt_at, folded.installation_id, folded.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    latest_received_at = excluded.latest_received_at,
    prompt_at = excluded.prompt_at,
    decision_at = excluded.decision_at,
    late_answer_at = excluded.late_answer_at,
    first_open_at = excluded.first_open_at,
    trial_at = excluded.trial_at,
    outcome_at = excluded.outcome_at,
    asked_at = excluded.asked_at,
    went_at = excluded.went_at,
    events = excluded.events,
    prompt_os = excluded.prompt_os,
    prompt_app_version = excluded.prompt_app_version,
    prompt_locale = excluded.prompt_locale,
    prompt_placement = excluded.prompt_placement,
    prompt_variant = excluded.prompt_variant,
    trial_os = excluded.trial_os,
    asked_os = excluded.asked_os,
    decision = excluded.decision,
    has_returned = excluded.has_returned,
    outcome = excluded.outcome,
    status_from = excluded.status_from,
    status = excluded.status,
    status_os = excluded.status_os,
    orphan_at = excluded.orphan_at,
    jump_at = excluded.jump_at
