-- What lies between the effective time of an event and its receipt, in microseconds; negative if it came before. In double
-- precision, which is exact to the microsecond for 40 years; extract() gives numeric, which takes twice the time.
CREATE OR REPLACE FUNCTION metric.latency(received_at timestamptz, effective_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (date_part('epoch', received_at - effective_at) * 1000000)::bigint $$;
