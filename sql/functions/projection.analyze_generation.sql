-- Runs ANALYZE on tables that a rebuild has filled in projection_next, so that the first reader has planner statistics.
-- Can be run at any time. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.analyze_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE (
        SELECT 'ANALYZE ' || string_agg(format('projection_next.%I', given.name), ', ')
        FROM unnest(tables) AS given (name)
    );
END
$$;
