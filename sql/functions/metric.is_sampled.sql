-- Whether an id is of the sample by which conflicts are found: one in 64, by its hash. Metrics: Data quality, conflicting_ids.
CREATE OR REPLACE FUNCTION metric.is_sampled(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT get_byte(sha256(uuid_send(id)), 0) < 4 $$;
