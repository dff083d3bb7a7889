-- Counts are double precision, so that every type of number is taken as it is, sums (numeric) included.

-- The Wilson score interval without continuity correction (Wilson 1927; Newcombe 1998, method 3). Low is exactly 0 if
-- successes is 0, high exactly 1 if it equals trials. Both are expressions, so that the planner inlines them.
CREATE OR REPLACE FUNCTION stats.wilson_low(successes double precision, trials double precision)
RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN (trials > 0) IS NOT TRUE THEN NULL
    WHEN successes = 0 THEN 0
    ELSE (
        successes + 1.959963984540054::double precision ^ 2 / 2
        - 1.959963984540054::double precision * sqrt(
            successes * ((trials - successes)::double precision / trials) + 1.959963984540054::double precision ^ 2 / 4
        )
    ) / (trials + 1.959963984540054::double precision ^ 2)
END
$$;
COMMENT ON FUNCTION stats.wilson_low IS
    'Lower bound of the 95% Wilson score interval of successes / trials, a fraction; null without trials.';

CREATE OR REPLACE FUNCTION stats.wilson_high(successes double precision, trials double precision)
RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN trials > 0 THEN 1 - stats.wilson_low(trials - successes, trials) END $$;
COMMENT ON FUNCTION stats.wilson_high IS
    'Upper bound of the 95% Wilson score interval of successes / trials, a fraction; null without trials.';
