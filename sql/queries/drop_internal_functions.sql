-- Drops the functions of the schemas projection, metric and stats, and a coordinator's copies of them in on_part, except
-- those that an index or another object depends on. PostgreSQL can't replace a function whose columns changed, nor drop
-- the row type that a function returns, and functions of an older program would stay forever. Functions of analytics,
-- which others call, keep their columns.
DO $do$ BEGIN
    EXECUTE (
        SELECT coalesce(string_agg(format('DROP ROUTINE %s', routine.oid::regprocedure), '; '), 'SELECT 1')
        FROM pg_catalog.pg_proc AS routine
        WHERE routine.pronamespace::regnamespace::text IN ('projection', 'metric', 'stats', 'on_part')
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_depend AS dependence
                WHERE dependence.refclassid = 'pg_proc'::regclass AND dependence.refobjid = routine.oid
            )
    );
END $do$
