-- Returns the class of a span in microseconds. Metrics: Percentiles. Classes of similar spans can be counted and the
-- counts added up; a longer span never has a lower class. Spans are truncated to milliseconds; a negative one has the
-- negated class of its absolute value.
CREATE OR REPLACE FUNCTION stats.span_class(microseconds bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT (
    sign(microseconds) * CASE
        WHEN abs(microseconds) < 256000 THEN abs(microseconds) / 1000
        ELSE stats.class_exponent(microseconds) * 128
            + (abs(microseconds) / 1000 >> stats.class_exponent(microseconds))
    END
)::integer
$$;

-- Returns e for a class that is 2^e ms wide; for spans of 256 ms or more. Adds 0.5 because the logarithm is not exact
-- and could put a power of 2 into the class below. An expression without a subquery, so that the planner inlines it.
CREATE OR REPLACE FUNCTION stats.class_exponent(microseconds bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT floor(ln(abs(microseconds) / 1000 + 0.5::double precision) / ln(2::double precision))::integer - 7 $$;

-- Returns the middle of a class in seconds, within 0.4% of every span in it; below 256 ms, the millisecond itself.
CREATE OR REPLACE FUNCTION stats.class_seconds(span_class integer) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT sign(span_class)::numeric * CASE
    WHEN abs(span_class) < 256 THEN abs(span_class)
    -- Each exponent e, from 1, has 128 classes, of which the first is number 128 · (e + 1).
    ELSE ((abs(span_class) % 128 + 128)::bigint << abs(span_class) / 128 - 1) + (1::bigint << abs(span_class) / 128 - 2)
END / 1000
$$;
COMMENT ON FUNCTION stats.span_class(bigint) IS 'The class of a span in microseconds; it grows with the span.';
COMMENT ON FUNCTION stats.class_exponent(bigint) IS 'The e of a span whose class is 2^e milliseconds wide.';
COMMENT ON FUNCTION stats.class_seconds(integer) IS 'The middle of a class of spans, in seconds.';
