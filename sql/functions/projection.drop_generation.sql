-- Drops projection_next, the tables of an unfinished rebuild. Can be run at any time. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.drop_generation() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    DROP SCHEMA IF EXISTS projection_next CASCADE;
END
$$;
