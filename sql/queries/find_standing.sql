-- Returns the standing of the schema (Schema.Standing) as far as it is known without calling log.applied_schema(); null
-- if that function may be called. It belongs to this program's schema, so a database without it has an older schema.
-- missing: there is no schema bellwether, which is made first; a schema log can be another program's. hidden: the login
-- may use neither schema, and so can't see which functions there are.
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
