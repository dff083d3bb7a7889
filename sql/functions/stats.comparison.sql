-- Comparisons of two proportions. Metrics: Uncertainty.

-- Newcombe's hybrid score interval, without continuity correction (Newcombe 1998, Statistics in Medicine 17, 873–890,
-- method 10), from unrounded Wilson bounds.
CREATE OR REPLACE FUNCTION stats.newcombe_difference(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision,
    OUT difference double precision, OUT low double precision, OUT high double precision
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    rate.first - rate.second,
    rate.first - rate.second - sqrt((rate.first - rate.low_1) ^ 2 + (rate.high_2 - rate.second) ^ 2),
    rate.first - rate.second + sqrt((rate.high_1 - rate.first) ^ 2 + (rate.second - rate.low_2) ^ 2)
FROM (
    SELECT
        successes_1::double precision / nullif(trials_1, 0) AS first,
        successes_2::double precision / nullif(trials_2, 0) AS second,
        stats.wilson_low(successes_1, trials_1) AS low_1,
        stats.wilson_high(successes_1, trials_1) AS high_1,
        stats.wilson_low(successes_2, trials_2) AS low_2,
        stats.wilson_high(successes_2, trials_2) AS high_2
) AS rate
$$;
COMMENT ON FUNCTION stats.newcombe_difference IS
    'Difference of two proportions, the first minus the second, with its 95% interval from low to high (Newcombe''s '
    'method 10): fractions, null without trials.';

-- Null without trials, and if both proportions are 0 or both are 1.
CREATE OR REPLACE FUNCTION stats.two_proportion_p(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision
) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT stats.two_sided_p(
    (successes_1::double precision / trials_1 - successes_2::double precision / trials_2)
    / sqrt(pool.rate * (1 - pool.rate) * (1.0::double precision / trials_1 + 1.0::double precision / trials_2))
)
FROM (
    SELECT (successes_1 + successes_2)::double precision / nullif(trials_1 + trials_2, 0) AS rate
) AS pool
WHERE trials_1 > 0 AND trials_2 > 0 AND pool.rate > 0 AND pool.rate < 1
$$;
COMMENT ON FUNCTION stats.two_proportion_p IS
    'Two-sided p of the pooled z test that two proportions are equal; null if undefined.';

-- Null where p is.
CREATE OR REPLACE FUNCTION stats.detectable_difference(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision
) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
-- 2.801585: the standard normal's 97.5th percentile (5% two-sided) plus its 80th (found four times in five).
SELECT 2.801585 * sqrt(
    pool.rate * (1 - pool.rate) * (1::double precision / trials_1 + 1::double precision / trials_2)
)
FROM (
    SELECT (successes_1 + successes_2)::double precision / nullif(trials_1 + trials_2, 0) AS rate
) AS pool
WHERE trials_1 > 0 AND trials_2 > 0 AND pool.rate > 0 AND pool.rate < 1
$$;
COMMENT ON FUNCTION stats.detectable_difference IS
    'Smallest difference of two proportions that would be found four times in five, a fraction; null if undefined.';

-- The interval is that of the logarithm of the ratio of two Poisson counts; it and detectable are null if either is 0.
CREATE OR REPLACE FUNCTION stats.count_growth(
    count_1 double precision, count_2 double precision,
    OUT growth double precision, OUT low double precision, OUT high double precision, OUT p double precision,
    OUT detectable double precision
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    ratio.value - 1,
    ratio.value * exp(-1.959963984540054::double precision * ratio.deviation) - 1,
    ratio.value * exp(1.959963984540054::double precision * ratio.deviation) - 1,
    CASE WHEN count_2 > 0 THEN stats.two_sided_p((count_1 - count_2) / sqrt(count_1 + count_2)) END,
    2.801585 * ratio.deviation
FROM (
    SELECT
        count_1 / nullif(count_2, 0) AS value,
        sqrt(1 / nullif(count_1, 0) + 1 / nullif(count_2, 0)) AS deviation
) AS ratio
$$;
COMMENT ON FUNCTION stats.count_growth IS
    'Growth from count_2 to count_1, a fraction of count_2, with its 95% interval from low to high, the two-sided p of '
    'the test that two Poisson counts are of one rate, and the smallest growth that would be found four times in five; '
    'null without a count before.';

-- Hinkley 1970, Biometrika 57, 1–17: of all days that can divide a course of daily counts in two, the one with the
-- greatest likelihood is the most likely first day of the change.
CREATE OR REPLACE FUNCTION stats.split_likelihood(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision
) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT sum(outcome.number * ln(outcome.number / outcome.trials))
FROM (
    VALUES
        (nullif(successes_1, 0), trials_1), (nullif(trials_1 - successes_1, 0), trials_1),
        (nullif(successes_2, 0), trials_2), (nullif(trials_2 - successes_2, 0), trials_2),
        -- An outcome that never happens adds nothing; without any, the sum is 0 too.
        (1, 1)
) AS outcome (number, trials)
WHERE trials_1 > 0 AND trials_2 > 0
$$;
COMMENT ON FUNCTION stats.split_likelihood IS
    'Logarithm of the likelihood of two binomials, each with its own most likely proportion; null if either has no '
    'trials.';

-- Computes erfc(|z| / √2): for small values by a series of erf with positive terms only (DLMF 7.6.2), otherwise by a
-- continued fraction (7.9.1). Correct to at least 12 digits; 0 if it would be below about 10^−295.
CREATE OR REPLACE FUNCTION stats.two_sided_p(z double precision) RETURNS double precision
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    x constant double precision := abs(z) / sqrt(2::double precision);
    term double precision := x;
    total double precision := x;
    divisor double precision := 1;
    fraction double precision := x;
BEGIN
    IF x > 26 THEN
        RETURN 0;
    ELSIF x < 1.5 THEN
        WHILE term > total * 1e-17 LOOP
            divisor := divisor + 2;
            term := term * 2 * x * x / divisor;
            total := total + term;
        END LOOP;
        RETURN 1 - 2 / sqrt(pi()) * exp(- x * x) * total;
    END IF;
    FOR half_steps IN REVERSE 100..1 LOOP
        fraction := x + half_steps / 2::double precision / fraction;
    END LOOP;
    RETURN exp(- x * x) / sqrt(pi()) / fraction;
END
$$;
COMMENT ON FUNCTION stats.two_sided_p(double precision) IS
    'Probability that a standard normal variable is at least as far from 0 as z.';

-- Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57, 289–300: the adjusted p is the smallest
-- p · m / rank of all p values that are not smaller. Nulls are not counted in m.
CREATE OR REPLACE FUNCTION stats.benjamini_hochberg(p_values double precision[]) RETURNS double precision[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT coalesce(array_agg(adjusted_test.p ORDER BY adjusted_test.place), ARRAY[]::double precision[])
FROM (
    SELECT
        ranked_test.place,
        min(ranked_test.p * ranked_test.tests / ranked_test.rank) OVER (ORDER BY ranked_test.rank DESC) AS p
    FROM (
        SELECT test.*, row_number() OVER (ORDER BY test.p) AS rank, count(test.p) OVER () AS tests
        FROM unnest(p_values) WITH ORDINALITY AS test (p, place)
    ) AS ranked_test
) AS adjusted_test
$$;
COMMENT ON FUNCTION stats.benjamini_hochberg(double precision[]) IS
    'p values adjusted by Benjamini and Hochberg''s procedure, in the given order; null stays null.';

-- The same as an aggregate. As a window function over a family of tests, element row_number() is the row's adjusted p.
CREATE OR REPLACE AGGREGATE stats.adjusted_p(p double precision) (
    SFUNC = array_append,
    STYPE = double precision[],
    FINALFUNC = stats.benjamini_hochberg,
    INITCOND = '{}',
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE stats.adjusted_p(double precision) IS 'benjamini_hochberg of all rows'' p values, in row order.';

-- Kitagawa 1955, Journal of the American Statistical Association 50, 1168–1194. Arrays have an element per cell, such
-- as an OS version. A cell without trials in one period takes the other's rate. Null if a period has no trials.
CREATE OR REPLACE FUNCTION stats.kitagawa(
    successes_before double precision[], trials_before double precision[],
    successes_after double precision[], trials_after double precision[],
    OUT mix double precision, OUT rates double precision
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    sum((cell.share_after - cell.share_before) * (cell.rate_before + cell.rate_after) / 2),
    sum((cell.rate_after - cell.rate_before) * (cell.share_before + cell.share_after) / 2)
FROM (
    SELECT
        coalesce(rate.rate_before, rate.rate_after, 0) AS rate_before,
        coalesce(rate.rate_after, rate.rate_before, 0) AS rate_after,
        coalesce(counts.base_before, 0)::double precision / nullif(sum(counts.base_before) OVER (), 0) AS share_before,
        coalesce(counts.base_after, 0)::double precision / nullif(sum(counts.base_after) OVER (), 0) AS share_after
    FROM unnest(successes_before, trials_before, successes_after, trials_after)
        AS counts (part_before, base_before, part_after, base_after)
    CROSS JOIN LATERAL (
        SELECT
            counts.part_before::double precision / nullif(counts.base_before, 0) AS rate_before,
            counts.part_after::double precision / nullif(counts.base_after, 0) AS rate_after
    ) AS rate
) AS cell
$$;
COMMENT ON FUNCTION stats.kitagawa IS
    'Splits the change of an overall rate between two periods into a part from changed shares of the cells (mix) and a '
    'part from changed rates within them; fractions that add up to the change.';
