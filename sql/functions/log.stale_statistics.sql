-- The tables of installations that are empty and whose planner statistics still hold values: ANALYZE takes none of an
-- empty table and leaves those that it had. For the owner. Reads each table's first row.
CREATE OR REPLACE FUNCTION log.stale_statistics() RETURNS SETOF regclass
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    held record;
    is_empty boolean;
BEGIN
    FOR held IN
        SELECT kept.relation, kept.name
        FROM log.tables_of_installations() AS kept
        INNER JOIN pg_class AS class ON class.oid = kept.relation
        INNER JOIN pg_stats AS statistics
            ON statistics.schemaname = class.relnamespace::regnamespace::text AND statistics.tablename = class.relname
        GROUP BY kept.relation, kept.name
        ORDER BY kept.name
    LOOP
        BEGIN
            EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', held.name) INTO is_empty;
            IF is_empty THEN
                RETURN NEXT held.relation;
            END IF;
        EXCEPTION
            -- A rebuild has dropped it meanwhile, or put it in the place of another.
            WHEN undefined_table OR invalid_schema_name THEN NULL;
        END;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION log.stale_statistics() FROM PUBLIC;

-- The tables that have rows of single installations, partitions and a rebuild's tables among them; with their names,
-- since a dropped one has none.
CREATE OR REPLACE FUNCTION log.tables_of_installations() RETURNS TABLE (relation regclass, name text, is_partition boolean)
LANGUAGE sql STABLE
AS $$
SELECT class.oid::regclass, format('%I.%I', namespace.nspname, class.relname), class.relispartition
FROM pg_class AS class
INNER JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
INNER JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
WHERE namespace.nspname IN ('log', 'projection', 'projection_next')
    AND class.relkind IN ('r', 'p')
    AND attribute.attname = 'installation_id'
    AND NOT attribute.attisdropped
$$;
REVOKE ALL ON FUNCTION log.tables_of_installations() FROM PUBLIC;
