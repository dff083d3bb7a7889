-- Returns the empty tables for which the planner still has statistics, with values of deleted rows: ANALYZE does not
-- replace them if a table is empty. For the owner, who sees all of pg_stats. Looks for a first row in each table.
CREATE OR REPLACE FUNCTION log.stale_statistics() RETURNS SETOF regclass
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    candidate record;
    is_empty boolean;
BEGIN
    FOR candidate IN
        SELECT stored_table.relation, stored_table.name
        FROM log.tables_with_ids() AS stored_table
        INNER JOIN pg_class AS class ON class.oid = stored_table.relation
        INNER JOIN pg_stats AS statistics
            ON statistics.schemaname = class.relnamespace::regnamespace::text AND statistics.tablename = class.relname
        GROUP BY stored_table.relation, stored_table.name
        ORDER BY stored_table.name
    LOOP
        BEGIN
            EXECUTE format('SELECT count(*) = 0 FROM (SELECT 1 FROM %s LIMIT 1) AS first_row', candidate.name)
                INTO is_empty;
            IF is_empty THEN
                RETURN NEXT candidate.relation;
            END IF;
        EXCEPTION
            -- A rebuild dropped the table meanwhile, or moved it to another schema.
            WHEN undefined_table OR invalid_schema_name THEN NULL;
        END;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION log.stale_statistics() FROM PUBLIC;

-- Returns the tables with ids of installations or apps, or with texts that may contain one (names of sources, details):
-- those of log.kept_tables, the quarantine and what reports and runs store, their partitions and the tables of a rebuild. name: as text,
-- because the regclass of a table dropped later has no name. Reads catalogues.
CREATE OR REPLACE FUNCTION log.tables_with_ids() RETURNS TABLE (relation regclass, name text, is_partition boolean)
LANGUAGE sql STABLE
AS $$
SELECT class.oid::regclass, format('%I.%I', namespace.nspname, class.relname), class.relispartition
FROM pg_class AS class
INNER JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
WHERE namespace.nspname IN ('log', 'projection', 'projection_next', 'analytics')
    AND class.relkind IN ('r', 'p')
    AND EXISTS (
        SELECT
        FROM pg_attribute AS attribute
        WHERE attribute.attrelid = class.oid
            AND attribute.attname IN ('installation_id', 'app_id', 'source', 'detail')
            AND NOT attribute.attisdropped
    )
$$;
REVOKE ALL ON FUNCTION log.tables_with_ids() FROM PUBLIC;
