-- Returns how many device models the events of an installation may name at most: with more, several phones share its id.
-- Metrics: Data quality (shared_installations).
CREATE OR REPLACE FUNCTION metric.most_device_models() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 3 $$;
