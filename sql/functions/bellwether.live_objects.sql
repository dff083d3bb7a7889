-- Returns the functions, views, tables, indexes, sequences and constraints of the program's schemas, without those of
-- partitions, and the MD5 of the server's description of each, which can differ between major versions of the server.
CREATE OR REPLACE FUNCTION bellwether.live_objects()
RETURNS TABLE (kind text, name text, definition_hash text, server_major integer)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
WITH relation AS (
    SELECT class.oid, class.relkind, class.oid::regclass::text AS name
    FROM pg_class AS class
    WHERE class.relnamespace::regnamespace::text IN ('bellwether', 'log', 'projection', 'metric', 'stats', 'analytics')
        AND class.relkind IN ('r', 'p', 'v', 'i', 'I', 'S')
        AND NOT class.relispartition
),

object AS (
    SELECT
        'function' AS kind,
        routine.oid::regprocedure::text AS name,
        -- pg_get_functiondef raises an error for an aggregate.
        CASE WHEN routine.prokind IN ('f', 'p') THEN pg_get_functiondef(routine.oid) END AS definition
    FROM pg_proc AS routine
    WHERE routine.pronamespace::regnamespace::text IN ('bellwether', 'log', 'projection', 'metric', 'stats', 'analytics')
    UNION ALL
    SELECT 'view', relation.name, pg_get_viewdef(relation.oid) FROM relation WHERE relation.relkind = 'v'
    UNION ALL
    SELECT
        'table', relation.name,
        string_agg(
            format(
                '%s %s %s', attribute.attname, format_type(attribute.atttypid, attribute.atttypmod), attribute.attnotnull
            ), ', '
            ORDER BY attribute.attname
        )
    FROM relation
    LEFT JOIN pg_attribute AS attribute
        ON attribute.attrelid = relation.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
    WHERE relation.relkind IN ('r', 'p')
    GROUP BY relation.name
    UNION ALL
    -- Indexes and constraints are named by their definition, because a rebuild of projection gives them other names.
    SELECT DISTINCT 'index', regexp_replace(pg_get_indexdef(relation.oid), '^.* ON (ONLY )?', 'on '), ''
    FROM relation
    WHERE relation.relkind IN ('i', 'I')
        AND NOT EXISTS (SELECT FROM pg_constraint AS table_constraint WHERE table_constraint.conindid = relation.oid)
    UNION ALL
    SELECT 'sequence', relation.name, '' FROM relation WHERE relation.relkind = 'S'
    UNION ALL
    SELECT DISTINCT 'constraint', format('%s of %s', pg_get_constraintdef(table_constraint.oid), relation.name), ''
    FROM pg_constraint AS table_constraint
    INNER JOIN relation ON relation.oid = table_constraint.conrelid
    -- Since PostgreSQL 18, NOT NULL is a constraint too; it is part of the table's description above.
    WHERE table_constraint.contype <> 'n'
)

SELECT object.kind, object.name, md5(coalesce(object.definition, '')), current_setting('server_version_num')::integer / 10000
FROM object
$$;
REVOKE ALL ON FUNCTION bellwether.live_objects() FROM PUBLIC;
