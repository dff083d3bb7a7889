-- Runs ANALYZE on these tables of projection_next, after a rebuild has filled them, so that the first query after the swap
-- has planner statistics. SECURITY DEFINER, because only the owner of a table may analyze it. May be run again.
CREATE OR REPLACE FUNCTION projection.analyze_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE (
        SELECT 'ANALYZE ' || string_agg(format('projection_next.%I', state_table.name), ', ')
        FROM unnest(tables) AS state_table (name)
    );
END
$$;
