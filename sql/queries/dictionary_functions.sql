-- The functions of analytics with their arguments, result and comment, for `bellwether dictionary`.
SELECT
    routine.proname,
    routine.proname || '(' || pg_get_function_arguments(routine.oid) || ')',
    CASE WHEN routine.proretset THEN 'rows' ELSE pg_get_function_result(routine.oid) END,
    obj_description(routine.oid, 'pg_proc')
FROM pg_proc AS routine
WHERE routine.pronamespace = 'analytics'::regnamespace
ORDER BY routine.proname COLLATE "C", pg_get_function_arguments(routine.oid) COLLATE "C"
