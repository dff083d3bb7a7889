-- The privileges of each role on each table: exactly these.
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
    WHEN role.name = 'bellwether_project' AND class.relname IN ('team_mark', 'target') THEN '{SELECT,INSERT,DELETE}'::text[]
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

SELECT schema_privs_are('log', 'bellwether_ingest', '{USAGE}');
SELECT schema_privs_are('log', 'bellwether_project', '{USAGE}');
SELECT schema_privs_are('log', 'bellwether_analyst', '{}');
SELECT schema_privs_are('projection', 'bellwether_project', '{USAGE}');
SELECT schema_privs_are('projection', 'bellwether_ingest', '{}');
SELECT schema_privs_are('projection', 'bellwether_analyst', '{}');
SELECT schema_privs_are('metric', 'bellwether_project', '{USAGE}');
SELECT schema_privs_are('metric', 'bellwether_ingest', '{}');
SELECT schema_privs_are('metric', 'bellwether_analyst', '{}');
SELECT schema_privs_are('stats', 'bellwether_analyst', '{USAGE}');
SELECT schema_privs_are('stats', 'bellwether_project', '{USAGE}');
SELECT schema_privs_are('stats', 'bellwether_ingest', '{}');
SELECT schema_privs_are('analytics', 'bellwether_analyst', '{USAGE}');
SELECT schema_privs_are('analytics', 'bellwether_project', '{USAGE}');
SELECT schema_privs_are('analytics', 'bellwether_ingest', '{}');
SELECT schema_privs_are('bellwether', 'bellwether_ingest', '{}');
SELECT schema_privs_are('bellwether', 'bellwether_analyst', '{}');
SELECT is_empty(
    $$SELECT FROM pg_auth_members WHERE member::regrole::text IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')$$,
    'no role is a member of another'
);

SELECT function_privs_are('log', 'make_partitions', ARRAY['date[]'], 'bellwether_ingest', '{EXECUTE}');
SELECT function_privs_are('log', 'make_partitions', ARRAY['date[]'], 'bellwether_project', '{}');
SELECT function_privs_are('log', 'hold_intake_rules', '{}'::name[], 'bellwether_ingest', '{EXECUTE}');
SELECT function_privs_are('log', 'hold_intake_rules', '{}'::name[], 'bellwether_project', '{}');
SELECT function_privs_are('log', 'add_names', ARRAY['text[]', 'text[]', 'text[]'], 'bellwether_ingest', '{EXECUTE}');
SELECT function_privs_are('log', 'add_names', ARRAY['text[]', 'text[]', 'text[]'], 'bellwether_project', '{}');
SELECT is(
    (
        SELECT array_agg(role.rolname::text ORDER BY role.rolname)
        FROM pg_roles AS role
        WHERE role.rolname ~ '^bellwether_(ingest|project|analyst)$'
            AND has_function_privilege(role.oid, sealer.oid, 'EXECUTE')
    ),
    '{bellwether_ingest}', 'only the ingest role may call log.seal_batch'
)
FROM pg_proc AS sealer
WHERE sealer.oid = 'log.seal_batch'::regproc;
SELECT function_privs_are('log', 'end_quarantine', ARRAY['bigint[]', 'boolean'], 'bellwether_ingest', '{EXECUTE}');
SELECT function_privs_are('log', 'end_quarantine', ARRAY['bigint[]', 'boolean'], role.name, '{}')
FROM unnest(ARRAY['bellwether_project', 'bellwether_analyst']) AS role (name);
SELECT function_privs_are('log', 'is_readable', '{}'::name[], 'bellwether_project', '{EXECUTE}');
SELECT function_privs_are('log', 'applied_schema', '{}'::name[], 'bellwether_ingest', '{EXECUTE}');
SELECT function_privs_are('log', 'applied_schema', '{}'::name[], 'bellwether_project', '{EXECUTE}');
SELECT function_privs_are('log', 'applied_schema', '{}'::name[], 'bellwether_analyst', '{}');
SELECT function_privs_are('log', dropper.name, '{}'::name[], role.name, '{}')
FROM unnest(ARRAY['drop_retired', 'retired_partitions']) AS dropper (name)
CROSS JOIN unnest(ARRAY['bellwether_ingest', 'bellwether_project', 'bellwether_analyst']) AS role (name);
SELECT function_privs_are('log', owners.name, ARRAY[owners.first, 'bigint']::name[], 'bellwether_ingest', '{}'::name[])
FROM (VALUES ('unused_words', 'integer[]'), ('retention_cutoff', 'integer')) AS owners (name, first);
SELECT column_privs_are('log', 'intake_rules', 'retained_from', 'bellwether_project', '{SELECT}'::name[]);
SELECT column_privs_are('log', 'intake_rules', 'erasure_key', 'bellwether_project', '{}'::name[]);

-- Runs statements as the roles. The error also rolls back SET LOCAL ROLE, so pgTAP can write its own tables.
SELECT throws_ok(format('SET LOCAL ROLE %I; %s', attempt.role_name, attempt.statement), '42501', NULL, attempt.rule)
FROM (
    VALUES
        ('bellwether_analyst', 'SELECT bytes FROM log.quarantine', 'the analyst cant read the bytes of rejects'),
        ('bellwether_analyst', 'CREATE TEMPORARY TABLE t ()', 'the analyst can''t create temporary tables'),
        ('bellwether_analyst', 'SELECT lo_create(0)', 'the analyst can''t create large objects'),
        ('bellwether_analyst', 'SELECT lo_from_bytea(0, ''x'')', 'the analyst can''t create large objects from bytes'),
        ('bellwether_analyst', 'SELECT pg_logical_emit_message(true, ''a'', ''b'')', 'the analyst can''t write to the write-ahead log'),
        ('bellwether_analyst', 'SELECT pg_advisory_lock(1)', 'the analyst can''t take advisory locks'),
        ('bellwether_ingest', 'UPDATE log.permission_event SET app = 1', 'the log is append-only'),
        ('bellwether_ingest', 'INSERT INTO log.batch SELECT FROM log.batch', 'only log.seal_batch writes the ledger'),
        ('bellwether_ingest', 'CREATE TEMPORARY TABLE t ()', 'ingest can''t create temporary tables'),
        ('bellwether_project', 'INSERT INTO log.app (app_id) VALUES (''x'')', 'projections can''t add to the log')
) AS attempt (role_name, statement, rule);
SELECT lives_ok(
    format('SET LOCAL ROLE bellwether_analyst; SELECT FROM analytics.%I; RESET ROLE', class.relname),
    format('the analyst reads %s', class.relname)
)
FROM pg_class AS class
WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v');

SELECT * FROM finish();
ROLLBACK;
