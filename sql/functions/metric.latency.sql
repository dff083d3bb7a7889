-- Returns the time from an event's effective time to its receipt in microseconds; negative if received before.
-- date_part gives double precision, exact to the microsecond for 40 years; extract gives numeric, twice as slow.
CREATE OR REPLACE FUNCTION metric.latency(received_at timestamptz, effective_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (date_part('epoch', received_at - effective_at) * 1000000)::bigint $$;
