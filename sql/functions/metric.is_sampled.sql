-- Returns whether an id is in the sample (one in 64, by hash) that is searched for conflicts. Metrics: Data quality.
CREATE OR REPLACE FUNCTION metric.is_sampled(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT get_byte(sha256(uuid_send(id)), 0) < 4 $$;
