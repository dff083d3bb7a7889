-- The number of the newest migration that was applied. Runs with the owner's rights, since roles of run time don't see
-- bellwether.migration. No parameters; changes nothing.
CREATE OR REPLACE FUNCTION log.schema_number() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT max(migration.number) FROM bellwether.migration
$$;
REVOKE ALL ON FUNCTION log.schema_number() FROM PUBLIC;
