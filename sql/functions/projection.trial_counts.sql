-- Counts provisional trials by app, OS (its number) and outcome (null: pending). Metrics: Provisional. The same keys can
-- have several rows.
CREATE OR REPLACE FUNCTION projection.trial_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, trial_os integer, outcome text, people bigint)
LANGUAGE sql STABLE
AS $$
SELECT journey.app, journey.trial_os, journey.outcome, count(*)
FROM projection.cohort('trial', from_day, to_day, as_of) AS journey
GROUP BY 1, 2, 3
$$;
