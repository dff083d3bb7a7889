-- Returns whether notifications can reach an installation with this status. Metrics: The journey of an installation.
CREATE OR REPLACE FUNCTION metric.is_reachable(status log.authorization_status) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT status IN ('authorized', 'provisional', 'ephemeral') $$;
