-- What the roles of run time lack of sql/grants.sql, and what they may do that they must not, for `bellwether doctor`. Reads
-- catalogues. A role that is not there lacks nothing.
WITH relation AS (
    SELECT class.oid, namespace.nspname AS schema, class.relname AS name, class.relispartition AS is_partition
    FROM pg_class AS class
    INNER JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
    WHERE namespace.nspname IN ('log', 'projection', 'analytics') AND class.relkind IN ('r', 'p', 'v')
),

-- is_wanted: whether the role needs the privilege, or must not have it.
rule AS (
    SELECT 'bellwether_ingest' AS role, relation.oid, asked.privilege, true AS is_wanted
    FROM relation
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT']) AS asked (privilege)
    WHERE relation.schema = 'log' AND relation.name IN (
        'app', 'os', 'word', 'permission_event', 'engagement_event', 'source_file', 'batch', 'delivery', 'quarantine'
    )
    UNION ALL
    SELECT 'bellwether_ingest', relation.oid, 'SELECT', true
    FROM relation
    WHERE relation.schema = 'log' AND relation.name IN ('erased', 'refusal', 'collector_key', 'event_alias')
    UNION ALL
    SELECT 'bellwether_ingest', relation.oid, asked.privilege, false
    FROM relation
    CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS asked (privilege)
    WHERE relation.schema = 'log'
        AND (relation.is_partition OR asked.privilege <> 'INSERT')
        AND NOT (relation.name IN ('gate', 'seal') AND asked.privilege = 'UPDATE')
    UNION ALL
    -- Who may update a table may lock it.
    SELECT locker.role, relation.oid, 'UPDATE', true
    FROM relation
    INNER JOIN (
        VALUES ('bellwether_ingest', 'gate'), ('bellwether_ingest', 'seal'), ('bellwether_project', 'seal')
    ) AS locker (role, name) ON locker.name = relation.name
    WHERE relation.schema = 'log'
    UNION ALL
    SELECT 'bellwether_project', relation.oid, 'SELECT', true
    FROM relation
    WHERE relation.schema = 'log'
        AND relation.name IN ('app', 'os', 'word', 'permission_event', 'engagement_event', 'batch', 'delivery')
    UNION ALL
    SELECT 'bellwether_project', relation.oid, asked.privilege, true
    FROM relation
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS asked (privilege)
    WHERE relation.schema = 'projection'
    UNION ALL
    SELECT 'bellwether_project', relation.oid, asked.privilege, false
    FROM relation
    CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS asked (privilege)
    WHERE relation.schema = 'log' AND NOT (relation.name = 'seal' AND asked.privilege = 'UPDATE')
    UNION ALL
    SELECT 'bellwether_analyst', relation.oid, asked.privilege, asked.privilege = 'SELECT'
    FROM relation
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS asked (privilege)
    WHERE relation.schema = 'analytics'
    UNION ALL
    SELECT 'bellwether_analyst', relation.oid, asked.privilege, false
    FROM relation
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS asked (privilege)
    WHERE relation.schema <> 'analytics'
),

broken AS (
    SELECT rule.role, rule.is_wanted, format('%s on %s', rule.privilege, rule.oid::regclass) AS privilege
    FROM rule
    INNER JOIN pg_roles AS role ON role.rolname = rule.role AND NOT role.rolsuper
    WHERE has_table_privilege(role.oid, rule.oid, rule.privilege) <> rule.is_wanted
)

SELECT 'error', CASE
    WHEN broken.is_wanted THEN format(
        'The role %s lacks %s: run `bellwether doctor --grant` as who owns them.', broken.role,
        string_agg(broken.privilege, ', ' ORDER BY broken.privilege)
    )
    ELSE format(
        'The role %1$s has %2$s, which it must not: take that away with REVOKE … FROM %1$I, or FROM PUBLIC.', broken.role,
        string_agg(broken.privilege, ', ' ORDER BY broken.privilege)
    )
END
FROM broken
GROUP BY broken.role, broken.is_wanted
UNION ALL
SELECT 'error', format(
    'The role %1$s may look into the schema %2$s, which it must not: run REVOKE USAGE ON SCHEMA %2$I FROM %1$I, PUBLIC;',
    role.rolname, closed.schema
)
FROM (VALUES ('log'), ('projection'), ('bellwether')) AS closed (schema)
INNER JOIN pg_roles AS role ON role.rolname = 'bellwether_analyst' AND NOT role.rolsuper
WHERE has_schema_privilege(role.oid, closed.schema, 'USAGE')
UNION ALL
SELECT 'warning', format(
    'The role %1$s may make tables in the schema %2$s: run REVOKE CREATE ON SCHEMA %2$I FROM %1$I, PUBLIC;',
    role.rolname, namespace.nspname
)
FROM pg_namespace AS namespace
INNER JOIN pg_roles AS role ON role.rolname = 'bellwether_analyst' AND NOT role.rolsuper
WHERE namespace.nspname !~ '^pg_' AND has_schema_privilege(role.oid, namespace.oid, 'CREATE')
UNION ALL
SELECT 'warning', format(
    'The role %1$s may make temporary tables, which can fill the disk: run REVOKE TEMPORARY ON DATABASE %2$I FROM PUBLIC; as '
    'the owner of the database.', role.rolname, current_database()
)
FROM pg_roles AS role
WHERE role.rolname = 'bellwether_analyst' AND NOT role.rolsuper
    AND has_database_privilege(role.oid, current_database(), 'TEMPORARY')
UNION ALL
SELECT 'warning', format(
    'The role %s may call %s of the server''s functions that write or take locks, such as %s: run `bellwether doctor --grant` as '
    'a superuser, or trust who has a login.', role.rolname, count(*), min(routine.oid::regprocedure::text)
)
FROM pg_roles AS role
INNER JOIN pg_proc AS routine
    ON routine.pronamespace = 'pg_catalog'::regnamespace
    AND routine.proname ~ '^(lo_(creat|create|from_bytea|import|put|truncate|truncate64|unlink)|lowrite|pg_(try_)?advisory_.*|pg_logical_emit_message|pg_export_snapshot)$'
WHERE role.rolname = 'bellwether_analyst' AND NOT role.rolsuper AND has_function_privilege(role.oid, routine.oid, 'EXECUTE')
GROUP BY role.rolname
