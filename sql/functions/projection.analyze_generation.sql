-- Gathers the planner's statistics of what a rebuild has filled, so that readers have them from the first query on.
-- May be run at any time. Runs with the owner's rights. tables: names within the schema projection_next.
CREATE OR REPLACE FUNCTION projection.analyze_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('ANALYZE projection_next.%I', name);
    END LOOP;
END
$$;
COMMENT ON FUNCTION projection.analyze_generation(text[]) IS 'Statistics of the tables that a rebuild has filled.';
