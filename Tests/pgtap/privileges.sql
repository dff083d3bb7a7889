-- The privileges of each role on each table, schema and function of the log: exactly these.
BEGIN;
SELECT no_plan();

SELECT log.make_partitions('{2026-03-01}');
-- Privileges are granted after each migration. Partitions never have privileges of their own.
CREATE TEMPORARY TABLE right_of (role_name text, schema_name text, table_name text, privileges text[]);
INSERT INTO right_of (role_name, schema_name, table_name, privileges)
SELECT 'bellwether_ingest', 'log', added.name, '{SELECT,INSERT}'::text[]
FROM unnest(ARRAY[
    'app', 'os', 'word', 'permission_event', 'engagement_event', 'quarantine'
]) AS added (name)
UNION ALL
SELECT 'bellwether_ingest', 'log', read.name, '{SELECT}'
FROM unnest(ARRAY['source_file', 'batch', 'delivery', 'erased', 'intake_rules', 'collector_key', 'event_alias']) AS read (name)
UNION ALL
SELECT 'bellwether_project', 'log', read.name, '{SELECT}'
FROM unnest(ARRAY['app', 'os', 'word', 'permission_event', 'engagement_event', 'batch', 'delivery']) AS read (name)
UNION ALL
SELECT 'bellwether_project', 'log', closed.name, '{}'
FROM unnest(ARRAY['source_file', 'quarantine', 'erased', 'erasure', 'intake_rules', 'collector_key', 'event_alias']) AS closed (name)
UNION ALL
SELECT locker.role_name, 'log', locker.table_name, locker.privileges
FROM (
    VALUES
        ('bellwether_ingest', 'writer_lock', '{UPDATE}'::text[]),
        ('bellwether_ingest', 'position_lock', '{UPDATE}'),
        ('bellwether_project', 'writer_lock', '{}'),
        ('bellwether_project', 'position_lock', '{UPDATE}'),
        ('bellwether_ingest', 'partition_making', '{}'),
        ('bellwether_ingest', 'quarantine_use', '{}'),
        ('bellwether_project', 'quarantine_use', '{SELECT}')
) AS locker (role_name, table_name, privileges)
UNION ALL
SELECT role.name, 'log', 'engagement_event_2026_03', '{}'
FROM unnest(ARRAY['bellwether_ingest', 'bellwether_project', 'bellwether_analyst']) AS role (name)
UNION ALL
SELECT 'bellwether_project', 'projection', class.relname, '{SELECT,INSERT,UPDATE,DELETE}'
FROM pg_class AS class
WHERE class.relnamespace = 'projection'::regnamespace AND class.relkind IN ('r', 'p')
UNION ALL
SELECT 'bellwether_ingest', 'projection', class.relname, '{}'
FROM pg_class AS class
WHERE class.relnamespace = 'projection'::regnamespace AND class.relkind IN ('r', 'p')
UNION ALL
SELECT 'bellwether_analyst', namespace.nspname, class.relname, '{}'
FROM pg_class AS class
INNER JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
WHERE namespace.nspname IN ('log', 'projection', 'bellwether') AND class.relkind IN ('r', 'p')
UNION ALL
SELECT role.name, 'analytics', class.relname, CASE
    WHEN role.name = 'bellwether_project' AND class.relname IN ('team_mark', 'target', 'app_name', 'weekly_digest')
        THEN '{SELECT,INSERT,DELETE}'::text[]
    ELSE '{SELECT}'
END
FROM pg_class AS class
CROSS JOIN unnest(ARRAY['bellwether_project', 'bellwether_analyst']) AS role (name)
WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v')
UNION ALL
SELECT 'bellwether_ingest', 'analytics', class.relname, '{}'
FROM pg_class AS class
WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v');
SELECT table_privs_are(schema_name, table_name, role_name, privileges) FROM right_of;

SELECT schema_privs_are(
    used.schema_name, role.name, CASE WHEN role.name = ANY (used.roles) THEN '{USAGE}' ELSE '{}' END::name[]
)
FROM (
    VALUES
        ('log', '{bellwether_ingest,bellwether_project}'::name[]), ('projection', '{bellwether_project}'),
        ('metric', '{bellwether_project}'), ('stats', '{bellwether_project,bellwether_analyst}'),
        ('analytics', '{bellwether_project,bellwether_analyst}'), ('bellwether', '{}')
) AS used (schema_name, roles)
CROSS JOIN unnest('{bellwether_ingest,bellwether_project,bellwether_analyst}'::name[]) AS role (name);
SELECT is_empty(
    $$SELECT FROM pg_auth_members WHERE member::regrole::text IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')$$,
    'no role is a member of another'
);

SELECT set_eq(
    format(
        $$SELECT proname::text FROM pg_proc
        WHERE pronamespace = 'log'::regnamespace AND has_function_privilege(%L, oid, 'EXECUTE')$$, caller.name
    ),
    caller.functions, format('%s calls these functions of the log', caller.name)
)
FROM (
    VALUES
        (
            'bellwether_ingest', '{add_names,applied_schema,charge_quarantine,claim_file,end_quarantine,hold_intake_rules,'
                'make_partitions,note_key_use,quarantine_matching,seal_batch,system_parts}'::text[]
        ),
        ('bellwether_project', '{applied_schema,estimate,is_readable,odd_nodes}'),
        ('bellwether_analyst', '{}')
) AS caller (name, functions);
SELECT set_eq(
    $$SELECT format('%s.%s %s', attrelid::regclass, attname, attacl) FROM pg_attribute
    WHERE attacl IS NOT NULL AND attrelid >= 16384$$,
    $$SELECT format('log.intake_rules.retained_from {bellwether_project=r/%s}', current_user)$$,
    'no other column has privileges of its own'
);

-- Runs statements as the roles. The error also rolls back SET LOCAL ROLE, so pgTAP can write its own tables.
SELECT throws_ok(format('SET LOCAL ROLE %I; %s', attempt.role_name, attempt.statement), '42501', NULL, attempt.rule)
FROM (
    VALUES
        ('bellwether_analyst', 'CREATE TEMPORARY TABLE t ()', 'the analyst can''t create temporary tables'),
        ('bellwether_analyst', 'SELECT lo_create(0)', 'the analyst can''t create large objects'),
        ('bellwether_analyst', 'SELECT lo_from_bytea(0, ''x'')', 'the analyst can''t create large objects from bytes'),
        (
            'bellwether_analyst', 'SELECT pg_logical_emit_message(true, ''a'', ''b'')',
            'the analyst can''t write to the write-ahead log'
        ),
        ('bellwether_analyst', 'SELECT pg_advisory_lock(1)', 'the analyst can''t take advisory locks'),
        ('bellwether_ingest', 'CREATE TEMPORARY TABLE t ()', 'ingest can''t create temporary tables')
) AS attempt (role_name, statement, rule);
SELECT lives_ok(
    format('SET LOCAL ROLE bellwether_analyst; SELECT FROM analytics.%I; RESET ROLE', class.relname),
    format('the analyst reads %s', class.relname)
)
FROM pg_class AS class
WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v');

SELECT * FROM finish();
ROLLBACK;
