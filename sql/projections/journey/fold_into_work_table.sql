-- Folds installations of an app into the work table `folded`; whoever makes the fold raise is set aside, and the
-- others go on. A failed fold leaves nothing behind and is tried again in halves. What fails for another reason than
-- the data (a lost connection, a full disk, a mistake in the SQL) is raised on. May be run twice on an empty `folded`.
CREATE OR REPLACE FUNCTION projection.fold_into_work_table(installations uuid[], of_app integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    half integer := cardinality(installations) / 2;
BEGIN
    INSERT INTO folded (
        latest_received_at, prompt_at, decision_at, late_answer_at, first_open_at, trial_at, outcome_at, asked_at,
        went_at, app, events, prompt_os, prompt_app_version, prompt_locale, prompt_placement, prompt_variant,
        trial_os, asked_os, decision, has_returned, installation_id, outcome, status_from, status, status_os,
        orphan_at, jump_at
    )
    SELECT
        fold.latest_received_at, fold.prompt_at, fold.decision_at, fold.late_answer_at, fold.first_open_at,
        fold.trial_at, fold.outcome_at, fold.asked_at, fold.went_at, fold.app, fold.events, fold.prompt_os,
        fold.prompt_app_version, fold.prompt_locale, fold.prompt_placement, fold.prompt_variant, fold.trial_os,
        fold.asked_os, fold.decision, fold.has_returned, fold.installation_id, fold.outcome, fold.status_from,
        fold.status, fold.status_os, fold.orphan_at, fold.jump_at
    FROM projection.fold_journeys_v1(installations, of_app, 'infinity') AS fold;
EXCEPTION
    WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded OR cardinality_violation THEN
        IF cardinality(installations) > 1 THEN
            PERFORM projection.fold_into_work_table(installations[:half], of_app);
            PERFORM projection.fold_into_work_table(installations[half + 1:], of_app);
        ELSE
            INSERT INTO set_aside_v1 (app, installation_id, reason)
            VALUES (of_app, installations[1], 'fold_failed')
            ON CONFLICT DO NOTHING;
        END IF;
END
$$;
COMMENT ON FUNCTION projection.fold_into_work_table(uuid[], integer) IS
    'Folds installations of an app, setting aside those that can''t be.';
