-- A proportion as it is published: the rate and its Wilson interval, with 6 decimals; one row, of nulls where trials is 0.
CREATE OR REPLACE FUNCTION projection.published_rate(successes bigint, trials bigint)
RETURNS TABLE (rate numeric, low numeric, high numeric)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    analytics.published(successes::numeric / nullif(trials, 0)),
    analytics.published(analytics.wilson_low(successes, trials)),
    analytics.published(analytics.wilson_high(successes, trials))
$$;
