-- The functions, views, tables, indexes, sequences and constraints of the program's schemas, except those of
-- partitions, with the MD5 of the text by which the server describes them.
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
        -- The server describes no aggregate.
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
    -- A rebuild gives indexes and constraints other names: they are told by what they are.
    SELECT DISTINCT 'index', regexp_replace(pg_get_indexdef(relation.oid), '^.* ON (ONLY )?', 'on '), ''
    FROM relation
    WHERE relation.relkind IN ('i', 'I')
        AND NOT EXISTS (SELECT FROM pg_constraint AS held WHERE held.conindid = relation.oid)
    UNION ALL
    SELECT 'sequence', relation.name, '' FROM relation WHERE relation.relkind = 'S'
    UNION ALL
    SELECT DISTINCT 'constraint', format('%s of %s', pg_get_constraintdef(held.oid), relation.name), ''
    FROM pg_constraint AS held
    INNER JOIN relation ON relation.oid = held.conrelid
    -- Since PostgreSQL 18 a column that is not null has one too; the columns say so.
    WHERE held.contype <> 'n'
)

SELECT object.kind, object.name, md5(coalesce(object.definition, '')), current_setting('server_version_num')::integer / 10000
FROM object
$$;
REVOKE ALL ON FUNCTION bellwether.live_objects() FROM PUBLIC;
