-- Returns what was applied to this database: the number of each migration with the SHA-256 of its file, and as number
-- 0 that of bellwether.objects. Runs with the owner's rights, because the roles of the running program may not read
-- schema bellwether.
CREATE OR REPLACE FUNCTION log.applied_schema() RETURNS TABLE (number integer, sha256 text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT migration.number, migration.sha256 FROM bellwether.migration
UNION ALL
SELECT 0, objects.sha256 FROM bellwether.objects
ORDER BY 1
$$;
REVOKE ALL ON FUNCTION log.applied_schema() FROM PUBLIC;
