-- The 30 days that a moment lies in, counted from 1970: what leads the keys of big tables of state. Of moments more than 2,600 years
-- away all have the first or the last that a smallint can name.
CREATE OR REPLACE FUNCTION projection.period(moment timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT least(32767, greatest(-32768, floor(date_part('epoch', moment AT TIME ZONE 'UTC') / 2592000)))::integer
$$;

-- The periods that a span of time touches, both ends included; one may be named twice. Short spans are told apart
-- because the planner takes their case in line: it is asked for each installation.
CREATE OR REPLACE FUNCTION projection.periods(lower timestamptz, upper timestamptz) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN upper - lower <= interval '30 days' THEN ARRAY[projection.period(lower), projection.period(upper)]
    ELSE projection.periods_of_long_span(lower, upper)
END
$$;

CREATE OR REPLACE FUNCTION projection.periods_of_long_span(lower timestamptz, upper timestamptz) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_agg(n) FROM generate_series(projection.period(lower), projection.period(upper)) AS n $$;
