-- Counts provisional trials and their outcomes by app and OS (its number). Metrics: Provisional. The same keys can have
-- several rows.
CREATE OR REPLACE FUNCTION projection.trial_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, trial_os integer, {trials: # #type})
LANGUAGE sql STABLE
AS $$
SELECT journey.app, journey.trial_os, {trials: #counted}
FROM projection.cohort('trial', from_day, to_day, as_of) AS journey
GROUP BY 1, 2
$$;
