-- The number of the newest erasure, 0 before the first. One is under way at a time, so that numbers grow with the commits: of two
-- moments with the same number the log has lost nobody in between. Reads log.erasure, with the owner's rights.
CREATE OR REPLACE FUNCTION projection.last_erasure() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce(max(entry.erasure), 0) FROM log.erasure AS entry $$;
COMMENT ON FUNCTION projection.last_erasure() IS 'The number of the newest erasure; 0: there was none.';
