-- Returns one row: the difference of two proportions as published, first minus second, with Newcombe's interval.
-- p: two-sided, of the pooled z test; not rounded, because callers may adjust it first.
CREATE OR REPLACE FUNCTION stats.published_difference(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision
)
RETURNS TABLE (difference numeric, low numeric, high numeric, p double precision)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT
    stats.published(newcombe.difference),
    stats.published(newcombe.low),
    stats.published(newcombe.high),
    stats.two_proportion_p(successes_1, trials_1, successes_2, trials_2)
FROM stats.newcombe_difference(successes_1, trials_1, successes_2, trials_2) AS newcombe
$$;
COMMENT ON FUNCTION stats.published_difference IS
    'successes_1 / trials_1 − successes_2 / trials_2: difference, 95% interval low to high, p.';
