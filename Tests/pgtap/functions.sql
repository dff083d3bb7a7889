-- Tests what each function of log, projection, metric, stats and analytics returns or changes, on a few rows made by
-- hand and with results computed by hand. Each theme begins with an empty log. At the end, the functions that were
-- called are compared with all functions in the database.
BEGIN;
SELECT no_plan();

\ir functions/tested.sql
\ir functions/happened.sql
SAVEPOINT nothing_happened;

\ir functions/statistics.sql
\ir functions/next_theme.sql
\ir functions/numbers.sql
\ir functions/next_theme.sql
\ir functions/log.sql
\ir functions/next_theme.sql
\ir functions/empty_log.sql
\ir functions/next_theme.sql
\ir functions/state.sql
\ir functions/next_theme.sql
\ir functions/journeys.sql
\ir functions/next_theme.sql
\ir functions/reach.sql
\ir functions/next_theme.sql
\ir functions/opt_in.sql
\ir functions/next_theme.sql
\ir functions/opt_in_compared.sql
\ir functions/next_theme.sql
\ir functions/marks.sql
\ir functions/experiments.sql
\ir functions/next_theme.sql
\ir functions/opens.sql
\ir functions/next_theme.sql
\ir functions/states.sql
\ir functions/next_theme.sql
\ir functions/activity.sql
\ir functions/next_theme.sql
\ir functions/reports.sql
\ir functions/next_theme.sql
\ir functions/quality.sql
\ir functions/next_theme.sql
\ir functions/findings.sql
\ir functions/next_theme.sql
\ir functions/generations.sql
\ir functions/next_theme.sql

-- Checks the calls that were made, not the names in these files.
SELECT set_eq(
    $$SELECT format('%s.%s', routine.pronamespace::regnamespace, routine.proname)
    FROM pg_proc AS routine
    WHERE routine.pronamespace::regnamespace::text IN ('log', 'projection', 'metric', 'stats', 'analytics')$$,
    'SELECT tested.name FROM tested',
    'each function of log, projection, metric, stats and analytics has a test'
);

SELECT * FROM finish();
ROLLBACK;
