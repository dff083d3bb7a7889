-- Returns the number of the newest erasure; 0 if there is none. Erasures run one at a time, so numbers follow the order
-- of commits: if the number is the same at two times, nobody was erased in between. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.last_erasure() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce(max(entry.erasure), 0) FROM log.erasure AS entry $$;
