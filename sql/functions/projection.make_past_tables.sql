-- Creates the empty temporary tables in which projection.past keeps computed rows, one for each function past_…, for a
-- session that asks many questions about one horizon, as a report does. Each transaction empties them at its end. A
-- read-only transaction can fill but not create them, so call this before it; a second call does nothing. If temporary
-- tables are not allowed, as on a standby, it creates none, and each query computes its rows again.
CREATE OR REPLACE FUNCTION projection.make_past_tables() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    past_function record;
BEGIN
    IF to_regclass('pg_temp.past_horizon') IS NOT NULL OR pg_is_in_recovery()
        OR NOT has_database_privilege(current_database(), 'TEMPORARY') THEN
        RETURN;
    END IF;
    CREATE TEMPORARY TABLE past_horizon (
        source name,
        as_of timestamptz,
        from_day date,
        to_day date,
        dimension text,
        UNIQUE NULLS NOT DISTINCT (source, as_of, from_day, to_day, dimension)
    ) ON COMMIT DELETE ROWS;
    FOR past_function IN
        SELECT routine.proname AS source, routine.prorettype::regtype AS kind
        FROM pg_proc AS routine
        WHERE routine.pronamespace = 'projection'::regnamespace AND routine.proname ^@ 'past_'
    LOOP
        EXECUTE format(
            'CREATE TEMPORARY TABLE %I (
                LIKE %s, as_of timestamptz, from_day date, to_day date, of_dimension text
            ) ON COMMIT DELETE ROWS',
            past_function.source, past_function.kind);
    END LOOP;
END
$$;
