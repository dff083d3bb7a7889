-- The functions of analytics and stats, a row each, for `bellwether dictionary`: what it is called and takes, what it gives, and what
-- its comment says. Those of stats are called with their schema. Reads catalogues.
SELECT
    named.name,
    named.name || '(' || pg_get_function_arguments(routine.oid) || ')',
    CASE WHEN routine.proretset THEN 'rows' ELSE pg_get_function_result(routine.oid) END,
    obj_description(routine.oid, 'pg_proc')
FROM pg_proc AS routine
CROSS JOIN LATERAL (
    SELECT CASE routine.pronamespace WHEN 'stats'::regnamespace THEN 'stats.' ELSE '' END || routine.proname
) AS named (name)
WHERE routine.pronamespace IN ('analytics'::regnamespace, 'stats'::regnamespace)
ORDER BY named.name COLLATE "C", pg_get_function_arguments(routine.oid) COLLATE "C"
