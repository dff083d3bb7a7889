-- Empties these tables of projection_next, to fill them again. Only the owner may. May be run again.
CREATE OR REPLACE FUNCTION projection.empty_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE (
        SELECT 'TRUNCATE ' || string_agg(format('projection_next.%I', state_table.name), ', ')
        FROM unnest(tables) AS state_table (name)
    );
END
$$;
