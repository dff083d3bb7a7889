-- The rows of a type as they were at a horizon that the state has passed, computed by the function past_… that returns it.
-- kind: a null of the type.
-- In a session with the tables of make_past_tables, the rows of each horizon are computed once in a transaction. Only tables of
-- the owner are read, so nobody who can make temporary tables can change what a function returns.
-- The query is planned only when it runs: a report that reads the state does not pay for it.
CREATE OR REPLACE FUNCTION projection.past(kind anyelement, known_by timestamptz) RETURNS SETOF anyelement
LANGUAGE plpgsql SECURITY DEFINER ROWS 100000 SET search_path = pg_catalog, projection, log, pg_temp
AS $$
DECLARE
    source name := (
        SELECT routine.proname
        FROM pg_proc AS routine
        WHERE routine.pronamespace = 'projection'::regnamespace
            AND routine.proname ^@ 'past_'
            AND routine.prorettype = pg_typeof(kind)
    );
    computed text := format('SELECT computed FROM projection.%I($1) AS computed', source);
BEGIN
    IF EXISTS (
        SELECT
        FROM pg_class AS class
        WHERE class.relnamespace = pg_my_temp_schema()
            AND class.relname = source
            AND class.relkind = 'r'
            AND class.relowner = current_user::regrole
    ) THEN
        INSERT INTO pg_temp.past_horizon (source, known_by) VALUES (source, known_by) ON CONFLICT DO NOTHING;
        IF FOUND THEN
            EXECUTE format('INSERT INTO pg_temp.%I SELECT $1, given.computed FROM (%s) AS given', source, computed)
                USING known_by;
        END IF;
        computed := format('SELECT kept.computed FROM pg_temp.%I AS kept WHERE kept.known_by = $1', source);
    END IF;
    RETURN QUERY EXECUTE format('SELECT (given.computed).* FROM (%s) AS given', computed) USING known_by;
END
$$;
