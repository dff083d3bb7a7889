-- The number of the newest erasure, 0 before the first. One is under way at a time, so numbers grow in the order of
-- commits: between two moments with the same number nobody was erased. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.last_erasure() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce(max(entry.erasure), 0) FROM log.erasure AS entry $$;
