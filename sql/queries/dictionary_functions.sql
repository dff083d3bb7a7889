-- The functions of analytics and stats, one row each, for `bellwether dictionary`: name, signature, result and comment.
-- Names of stats functions include the schema. Reads catalogues.
SELECT
    label.name,
    label.name || '(' || pg_get_function_arguments(routine.oid) || ')',
    CASE WHEN routine.proretset THEN 'rows' ELSE pg_get_function_result(routine.oid) END,
    obj_description(routine.oid, 'pg_proc')
FROM pg_proc AS routine
CROSS JOIN LATERAL (
    SELECT CASE routine.pronamespace WHEN 'stats'::regnamespace THEN 'stats.' ELSE '' END || routine.proname
) AS label (name)
WHERE routine.pronamespace IN ('analytics'::regnamespace, 'stats'::regnamespace)
ORDER BY label.name COLLATE "C", pg_get_function_arguments(routine.oid) COLLATE "C"
