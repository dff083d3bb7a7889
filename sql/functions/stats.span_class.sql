-- The class of a span in microseconds, by its size. Metrics: Percentiles. Classes can be counted and added up; a
-- greater span is never of a lower class. Spans are taken in whole milliseconds; a negative one has the class of its
-- absolute value, negative.
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

-- The width of a span's class as a power of 2 in milliseconds, of spans of 256 ms or more. The half keeps powers of 2
-- off the edge of a logarithm that is not exact. An expression, not a query with a name for its parts, so that the
-- planner inlines it.
CREATE OR REPLACE FUNCTION stats.class_exponent(microseconds bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT floor(ln(abs(microseconds) / 1000 + 0.5::double precision) / ln(2::double precision))::integer - 7 $$;

-- The middle of a class, in seconds: within 0.4 % of every span in it; below 256 ms the millisecond itself.
CREATE OR REPLACE FUNCTION stats.class_seconds(span_class integer) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT sign(span_class)::numeric * CASE
    WHEN abs(span_class) < 256 THEN abs(span_class)
    -- 128 classes to each exponent, the first of which has the exponent 1.
    ELSE ((abs(span_class) % 128 + 128)::bigint << abs(span_class) / 128 - 1) + (1::bigint << abs(span_class) / 128 - 2)
END / 1000
$$;
COMMENT ON FUNCTION stats.span_class(bigint) IS 'The class of a span in microseconds: grows with it.';
COMMENT ON FUNCTION stats.class_exponent(bigint) IS 'The power of 2 that a class is wide, in milliseconds.';
COMMENT ON FUNCTION stats.class_seconds(integer) IS 'The middle of a class of spans, in seconds.';
