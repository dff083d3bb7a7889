-- Returns server functions with which any login could write or block others. sql/grants.sql revokes them from PUBLIC.
CREATE OR REPLACE FUNCTION bellwether.closed_functions() RETURNS SETOF regprocedure
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT routine.oid::regprocedure
FROM pg_proc AS routine
WHERE routine.pronamespace = 'pg_catalog'::regnamespace
    AND routine.proname ~ (
        '^(lo_(creat|create|from_bytea|import|put|truncate|truncate64|unlink)|lowrite|pg_(try_)?advisory_.*'
        '|pg_logical_emit_message|pg_export_snapshot)$'
    )
$$;
REVOKE ALL ON FUNCTION bellwether.closed_functions() FROM PUBLIC;
