-- What lies between the effective time of an event and its receipt, in microseconds; negative if it came before.
CREATE OR REPLACE FUNCTION projection.latency(received_at timestamptz, effective_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (extract(epoch FROM received_at - effective_at) * 1000000)::bigint $$;
COMMENT ON FUNCTION projection.latency(timestamptz, timestamptz) IS 'Microseconds from the second moment to the first.';

-- The class of a latency in microseconds, by its size: eight classes to each doubling of one second and the latency. A
-- greater latency is never of a lower class; what else the classes are matters to nobody.
CREATE OR REPLACE FUNCTION projection.latency_class(latency bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (sign(latency) * floor(8 * ln(1 + abs(latency)::double precision / 1000000) / ln(2)))::integer $$;
COMMENT ON FUNCTION projection.latency_class(bigint) IS 'Grows with the latency.';
