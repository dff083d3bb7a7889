-- Runs plpgsql_check on the functions in PL/pgSQL: finds statements that use missing objects or return the wrong type.
-- Skips everything, and reports so, if the extension isn't available.
BEGIN;
SELECT no_plan();
-- Steps and the functions they call name tables without a schema.
SET LOCAL search_path = "$user", public, projection, log;

-- Functions that use tables which a step, rebuild, report or erasure creates first. Tests/ProjectionsTests runs each of
-- them.
CREATE TEMPORARY TABLE of_work_tables (name name);
INSERT INTO of_work_tables (name) VALUES
    ('count_events'), ('drop_retired'), ('fold_into_work_table'), ('carry_over_counts'), ('carry_over_states'),
    ('make_generation'), ('swap_generation'), ('count_states'), ('analyze_generation'), ('empty_generation'),
    ('rebuild_state'), ('past'), ('store_models'), ('forget_app'), ('forget_batches'), ('forget_files');

SELECT CASE
    WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'plpgsql_check') THEN is_empty(
        format(
            'SELECT lineno, message FROM plpgsql_check_function_tb(%L::regprocedure) WHERE level = ''error''',
            routine.oid::regprocedure
        ),
        format('%s has no errors', routine.oid::regprocedure)
    )
    ELSE skip('plpgsql_check is not installed', 1)
END
FROM pg_proc AS routine
INNER JOIN pg_language AS language ON language.oid = routine.prolang
WHERE routine.pronamespace::regnamespace::text IN ('log', 'projection', 'metric', 'stats', 'analytics')
    AND language.lanname = 'plpgsql'
    AND routine.prorettype <> 'trigger'::regtype
    AND routine.proname NOT IN (SELECT of_work_tables.name FROM of_work_tables);

SELECT * FROM finish();
ROLLBACK;
