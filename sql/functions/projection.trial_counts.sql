-- Counts provisional trials and their outcomes by app, day of the start and OS (its number). Metrics: Provisional. The
-- same keys can have several rows. known_by: outcomes of later times count as pending. keep rate: kept / ended.
CREATE OR REPLACE FUNCTION projection.trial_counts(
    from_day date, to_day date, as_of timestamptz, known_by timestamptz
)
RETURNS TABLE (app integer, day date, trial_os integer, {trials: # #type}, kept bigint, ended bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    trial_count.*,
    trial_count.kept_prominent + trial_count.kept_quiet + trial_count.kept_unspecified + trial_count.upgraded,
    trial_count.started - trial_count.pending
FROM (
    SELECT trial.app, trial.day, trial.trial_os, {trials: #counted AS #}
    FROM (
        SELECT
            journey.app,
            (journey.trial_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
            journey.trial_os,
            CASE WHEN journey.outcome_at > known_by THEN NULL ELSE journey.outcome END AS outcome
        FROM projection.cohort('trial', from_day, to_day, as_of) AS journey
    ) AS trial
    GROUP BY 1, 2, 3
) AS trial_count
$$;
