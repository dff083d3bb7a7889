-- The numbers of the overview by app, each with what it was in the range of equal length right before. Metrics: all.
-- measure: grant_rate, keep_rate, direct_open_rate, influenced_open_rate, reach_rate_28d (at the end of the last day), and
-- prompted, a count alone. part of base: counts; difference, mix and rates: fractions. What is of the range before is null for
-- an app that was not known by its first day; grant_rate and prompted of it are as they stood when it was as old as this one is.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: numbers of fewer people are null.
CREATE OR REPLACE FUNCTION analytics.key_numbers(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    measure text,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint,
    rate numeric,
    rate_low numeric,
    rate_high numeric,
    before numeric,
    before_low numeric,
    before_high numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    mix numeric,
    rates numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    numbers.app_id, numbers.measure, numbers.part, numbers.base, numbers.part_before, numbers.base_before,
    numbers.rate, numbers.rate_low, numbers.rate_high, numbers.before, numbers.before_low, numbers.before_high,
    numbers.difference, numbers.difference_low, numbers.difference_high, numbers.p, numbers.mix, numbers.rates
FROM projection.key_numbers(
    from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), minimum_cell
) AS numbers
$$;
COMMENT ON FUNCTION analytics.key_numbers(date, date, timestamptz, integer) IS
    'The rates of the overview by app, with the range before and the difference; of prompts both at the same age.';
