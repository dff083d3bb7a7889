-- A view with the name of a function has the function's columns. All columns are listed in docs/dictionary.md.
BEGIN;
SELECT no_plan();

SELECT set_eq(
    format('SELECT attname::text FROM pg_attribute WHERE attrelid = %L::regclass AND attnum > 0', 'analytics.' || view.relname),
    ARRAY(
        SELECT given.name
        FROM pg_proc AS routine
        CROSS JOIN unnest(routine.proargnames, routine.proargmodes) AS given (name, mode)
        WHERE routine.pronamespace = view.relnamespace AND routine.proname = view.relname AND given.mode = 't'
    ),
    view.relname || ' has the columns of its function'
)
FROM pg_class AS view
WHERE view.relnamespace = 'analytics'::regnamespace
    AND view.relkind = 'v'
    AND EXISTS (SELECT FROM pg_proc AS f WHERE f.pronamespace = view.relnamespace AND f.proname = view.relname);

SELECT * FROM finish();
ROLLBACK;
