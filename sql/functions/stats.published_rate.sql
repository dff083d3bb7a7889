-- Returns one row: a proportion and its Wilson interval as published; nulls if trials is 0.
CREATE OR REPLACE FUNCTION stats.published_rate(successes double precision, trials double precision)
RETURNS TABLE (rate numeric, low numeric, high numeric)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT
    stats.published(successes::numeric / nullif(trials, 0)::numeric),
    stats.published(stats.wilson_low(successes, trials)),
    stats.published(stats.wilson_high(successes, trials))
$$;
COMMENT ON FUNCTION stats.published_rate IS 'successes / trials with its 95% Wilson interval: rate, low, high.';
