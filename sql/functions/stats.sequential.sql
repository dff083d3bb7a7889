-- Comparisons that stay valid however often they are read. Metrics: Experiments.

-- Time-uniform interval of the difference of two proportions: an asymptotic confidence sequence (Waudby-Smith, Arbour,
-- Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52, 2613–2640, arXiv 2103.06476). alpha: the probability that
-- the interval ever leaves out the true difference. It is narrowest when 10,000 people were counted. The bounds are
-- null if either group has fewer than 100 trials.
CREATE OR REPLACE FUNCTION stats.sequential_difference(
    successes_1 double precision, trials_1 double precision,
    successes_2 double precision, trials_2 double precision, alpha double precision
)
RETURNS TABLE (difference double precision, low double precision, high double precision)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT rate.first - rate.second, rate.first - rate.second - half.width, rate.first - rate.second + half.width
FROM (
    SELECT
        successes_1 / nullif(trials_1, 0) AS first,
        successes_2 / nullif(trials_2, 0) AS second,
        (-2 * ln(alpha) + ln(1 - 2 * ln(alpha))) / 10000 AS rho_squared,
        trials_1 + trials_2 AS people
) AS rate
CROSS JOIN LATERAL (
    SELECT
        rate.people * rate.rho_squared AS tuned,
        rate.people * (
            rate.first * (1 - rate.first) / nullif(trials_1, 0) + rate.second * (1 - rate.second) / nullif(trials_2, 0)
        ) AS variance
) AS terms
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN least(trials_1, trials_2) >= 100 THEN sqrt(
            terms.variance * 2 * (terms.tuned + 1) / (rate.people * terms.tuned) * ln(sqrt(terms.tuned + 1) / alpha)
        ) END AS width
) AS half
$$;
COMMENT ON FUNCTION stats.sequential_difference IS
    'Difference of two proportions, the first minus the second, with an interval from low to high that holds at all times '
    'at once with probability 1 − alpha: fractions. The interval is null if either has fewer than 100 trials.';

-- Probability that a chi-squared variable with `freedom` degrees of freedom is at least x. By the recurrence of the
-- incomplete gamma function (DLMF 8.8.2), from the values for 1 and 2 degrees.
CREATE OR REPLACE FUNCTION stats.chi_squared_p(x double precision, freedom integer) RETURNS double precision
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    degrees integer := 2 - freedom % 2;
    p double precision := CASE degrees WHEN 1 THEN stats.two_sided_p(sqrt(x)) ELSE exp(- least(x, 1400) / 2) END;
    term double precision := CASE degrees
        WHEN 1 THEN sqrt(2 * x / pi()) * exp(- least(x, 1400) / 2)
        ELSE x / 2 * exp(- least(x, 1400) / 2)
    END;
    log_term double precision;
BEGIN
    -- exp(− x / 2) would be 0, and powers of x overflow without it.
    IF x > 1400 THEN
        log_term := CASE degrees WHEN 1 THEN ln(2 * x / pi()) / 2 ELSE ln(x / 2) END - x / 2;
        p := 0;
        WHILE degrees < freedom LOOP
            p := p + CASE WHEN log_term > -700 THEN exp(log_term) ELSE 0 END;
            degrees := degrees + 2;
            log_term := log_term + ln(x / degrees);
        END LOOP;
        RETURN p;
    END IF;
    WHILE degrees < freedom LOOP
        -- From here on terms only fall, and PostgreSQL raises an error when one underflows.
        EXIT WHEN degrees > x AND term < p * 1e-17;
        p := p + term;
        degrees := degrees + 2;
        term := term * x / degrees;
    END LOOP;
    RETURN p;
END
$$;
COMMENT ON FUNCTION stats.chi_squared_p(double precision, integer) IS
    'Probability that a chi-squared variable with this many degrees of freedom is at least x.';

-- A stratum's part of the statistic of Cochran (1954) and Mantel and Haenszel (1959) for a difference of proportions,
-- after minus before: the sum of weighted over the strata divided by the root of the sum of variance is standard normal
-- if nothing changed; divided by the sum of weight it is the pooled difference. No row if one side has no trials.
CREATE OR REPLACE FUNCTION stats.stratum(
    successes_before double precision, trials_before double precision,
    successes_after double precision, trials_after double precision
)
RETURNS TABLE (weight double precision, weighted double precision, variance double precision)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    size.weight,
    size.weight * (successes_after / nullif(trials_after, 0) - successes_before / nullif(trials_before, 0)),
    size.weight * size.rate * (1 - size.rate) * size.trials / nullif(size.trials - 1, 0)
FROM (
    SELECT
        trials_before * trials_after / nullif(trials_before + trials_after, 0) AS weight,
        (successes_before + successes_after) / nullif(trials_before + trials_after, 0) AS rate,
        trials_before + trials_after AS trials
) AS size
WHERE trials_before > 0 AND trials_after > 0
$$;
COMMENT ON FUNCTION stats.stratum IS
    'A stratum''s weight, weighted difference and variance in the test of Cochran, Mantel and Haenszel.';
