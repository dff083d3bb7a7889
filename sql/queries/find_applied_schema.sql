-- Returns what is known of the schema without calling log.applied_schema(); null if that function may be called. The function
-- belongs to this program's schema, so a database without it has an older schema.
SELECT CASE
    WHEN EXISTS (
        SELECT
        FROM pg_catalog.pg_proc AS routine
        WHERE routine.proname = 'applied_schema'
            AND routine.pronamespace = to_regnamespace('log')
            AND has_schema_privilege(routine.pronamespace, 'USAGE')
            AND has_function_privilege(routine.oid, 'EXECUTE')
    ) THEN NULL
    WHEN to_regnamespace('bellwether') IS NULL THEN 'missing'
    WHEN has_schema_privilege(to_regnamespace('bellwether')::oid, 'USAGE')
        OR has_schema_privilege(to_regnamespace('log')::oid, 'USAGE') THEN 'older'
    ELSE 'hidden'
END
