-- What lies between the effective time of an event and its receipt, in microseconds; negative if it came before.
CREATE OR REPLACE FUNCTION metric.latency(received_at timestamptz, effective_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (extract(epoch FROM received_at - effective_at) * 1000000)::bigint $$;
