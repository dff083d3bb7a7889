-- Returns the number of the 30-day period that contains a time, counted from 1970. It leads the keys of the big state
-- tables. Times more than 2,690 years away share the lowest or highest smallint.
CREATE OR REPLACE FUNCTION projection.period(moment timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT least(32767, greatest(-32768, floor(date_part('epoch', moment AT TIME ZONE 'UTC') / 2592000)))::integer
$$;

CREATE OR REPLACE FUNCTION projection.periods_of_long_span(lower timestamptz, upper timestamptz) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(n) FROM generate_series(projection.period(lower), projection.period(upper)) AS n);

-- Returns the periods that a span of time touches, both ends included; one may be listed again. Only spans of at most
-- 60 days are handled here, so that the planner can inline the function: it is called for each installation. Its body
-- is parsed when it is created, because views call it for users who can't see the schema.
CREATE OR REPLACE FUNCTION projection.periods(lower timestamptz, upper timestamptz) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN upper - lower <= interval '30 days' THEN ARRAY[projection.period(lower), projection.period(upper)]
    WHEN upper - lower <= interval '60 days'
        THEN ARRAY[projection.period(lower), projection.period(lower) + 1, projection.period(upper)]
    ELSE projection.periods_of_long_span(lower, upper)
END;
