-- Privileges that the roles of run time lack (see sql/grants.sql), and privileges they must not have, for `bellwether
-- doctor`. Ignores roles that do not exist.
WITH relation AS (
    SELECT class.oid, class.relnamespace::regnamespace::text AS schema, class.relname AS name
    FROM pg_class AS class
    WHERE class.relnamespace::regnamespace::text IN ('log', 'projection', 'analytics')
        AND class.relkind IN ('r', 'p', 'v')
),

-- Privileges needed on the named tables, or on all tables of a schema if names is null.
need AS (
    SELECT requirement.role, relation.oid, requirement.privileges
    FROM (
        VALUES
            ('bellwether_ingest', 'log', '{SELECT,INSERT}'::text[],
                '{app,os,word,permission_event,engagement_event,quarantine}'::text[]),
            ('bellwether_ingest', 'log', '{SELECT}', '{source_file,batch,delivery,erased,intake_rules,collector_key,event_alias}'),
            -- UPDATE allows locking a table.
            ('bellwether_ingest', 'log', '{UPDATE}', '{position_lock,writer_lock}'),
            ('bellwether_project', 'log', '{UPDATE}', '{position_lock}'),
            (
                'bellwether_project', 'log', '{SELECT}',
                '{app,os,word,permission_event,engagement_event,batch,delivery,quarantine_use}'
            ),
            ('bellwether_project', 'projection', '{SELECT,INSERT,UPDATE,DELETE}', NULL),
            ('bellwether_project', 'analytics', '{SELECT}', NULL),
            ('bellwether_project', 'analytics', '{INSERT,DELETE}', '{team_mark,target,app_name,weekly_digest}'),
            ('bellwether_analyst', 'analytics', '{SELECT}', NULL)
    ) AS requirement (role, schema, privileges, names)
    INNER JOIN relation
        ON relation.schema = requirement.schema
        AND (requirement.names IS NULL OR relation.name = ANY (requirement.names))
),

-- Missing privileges, and excess ones: anything else for the analyst, writing to the log for the other roles.
violation AS (
    SELECT role.rolname, rule.is_needed, format('%s on %s', kind.privilege, relation.oid::regclass) AS privilege
    FROM pg_roles AS role
    CROSS JOIN relation
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS kind (privilege)
    LEFT JOIN need
        ON need.role = role.rolname AND need.oid = relation.oid AND kind.privilege = ANY (need.privileges)
    CROSS JOIN LATERAL (SELECT need.oid IS NOT NULL) AS rule (is_needed)
    WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')
        AND NOT role.rolsuper
        AND (
            rule.is_needed
            OR role.rolname = 'bellwether_analyst'
            OR relation.schema = 'log' AND kind.privilege <> 'SELECT'
        )
        AND has_table_privilege(role.oid, relation.oid, kind.privilege) <> rule.is_needed
),

analyst AS (
    SELECT role.oid, role.rolname
    FROM pg_roles AS role
    WHERE role.rolname = 'bellwether_analyst' AND NOT role.rolsuper
)

SELECT 'error', CASE
    WHEN violation.is_needed THEN format(
        'The role %s lacks %s: run `bellwether doctor --grant` as their owner.', violation.rolname,
        string_agg(violation.privilege, ', ' ORDER BY violation.privilege)
    )
    ELSE format(
        'The role %1$s has %2$s, which it must not have: run REVOKE … FROM %1$I, or FROM PUBLIC.',
        violation.rolname, string_agg(violation.privilege, ', ' ORDER BY violation.privilege)
    )
END
FROM violation
GROUP BY violation.rolname, violation.is_needed
UNION ALL
SELECT 'error', format(
    'The role %1$s has USAGE on the schema %2$s, which it must not have: run REVOKE USAGE ON SCHEMA %2$I FROM %1$I, PUBLIC;',
    analyst.rolname, closed_schema.schema
)
FROM analyst
CROSS JOIN unnest(ARRAY['log', 'projection', 'metric', 'bellwether']) AS closed_schema (schema)
WHERE has_schema_privilege(analyst.oid, closed_schema.schema, 'USAGE')
UNION ALL
SELECT 'warning', format(
    'The role %1$s may create tables in the schema %2$s: run REVOKE CREATE ON SCHEMA %2$I FROM %1$I, PUBLIC;',
    analyst.rolname, namespace.nspname
)
FROM analyst
CROSS JOIN pg_namespace AS namespace
WHERE namespace.nspname !~ '^pg_' AND has_schema_privilege(analyst.oid, namespace.oid, 'CREATE')
UNION ALL
SELECT 'warning', format(
    'The role %1$s may create temporary tables, which can fill the disk: run REVOKE TEMPORARY ON DATABASE %2$I FROM PUBLIC; '
    'as the owner of the database.', analyst.rolname, current_database()
)
FROM analyst
WHERE has_database_privilege(analyst.oid, current_database(), 'TEMPORARY')
UNION ALL
SELECT 'warning', format(
    'The role %s may call %s of the server''s functions that write or take locks, such as %s: run `bellwether doctor --grant` as '
    'a superuser, or trust everyone who has a login.', analyst.rolname, count(*), min(closed_function.routine::text)
)
FROM analyst
INNER JOIN bellwether.closed_functions() AS closed_function (routine)
    ON has_function_privilege(analyst.oid, closed_function.routine, 'EXECUTE')
GROUP BY analyst.rolname
