-- Makes the empty temporary tables in which projection.past keeps what it computed, for a session that asks for much of one
-- horizon, as a report does: one for each function past_…, emptied at the end of each transaction. A read-only
-- transaction can fill them but not make them, so this runs before it; a second call does nothing. Where the owner may make
-- none, as on a standby, each query computes its rows again.
CREATE OR REPLACE FUNCTION projection.make_past_tables() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    kept record;
BEGIN
    IF to_regclass('pg_temp.past_horizon') IS NOT NULL OR pg_is_in_recovery()
        OR NOT has_database_privilege(current_database(), 'TEMPORARY') THEN
        RETURN;
    END IF;
    CREATE TEMPORARY TABLE past_horizon (
        source name,
        known_by timestamptz,
        from_day date,
        to_day date,
        dimension text,
        UNIQUE NULLS NOT DISTINCT (source, known_by, from_day, to_day, dimension)
    ) ON COMMIT DELETE ROWS;
    FOR kept IN
        SELECT routine.proname AS source, routine.prorettype::regtype AS kind
        FROM pg_proc AS routine
        WHERE routine.pronamespace = 'projection'::regnamespace AND routine.proname ^@ 'past_'
    LOOP
        EXECUTE format(
            'CREATE TEMPORARY TABLE %I (
                LIKE %s, known_by timestamptz, from_day date, to_day date, of_dimension text
            ) ON COMMIT DELETE ROWS',
            kept.source, kept.kind);
    END LOOP;
END
$$;
