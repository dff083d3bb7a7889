-- Counts people asked to go to Settings, those who went and those who came back authorized, by app and OS (its number).
-- Metrics: Win-back. The same keys can have several rows.
CREATE OR REPLACE FUNCTION projection.question_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, asked_os integer, people bigint, went bigint, returned bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    journey.app, journey.asked_os, count(*), count(journey.went_at), count(*) FILTER (WHERE journey.has_returned)
FROM projection.cohort('asked', from_day, to_day, as_of) AS journey
GROUP BY 1, 2
$$;
