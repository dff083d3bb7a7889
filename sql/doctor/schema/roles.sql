-- Whether the connecting user can assume the roles of run time, and whether one of them is a superuser. A command that
-- can't assume its role runs with all rights of that user, or stops if they don't suffice.
SELECT 'warning', format(
    'The role %1$s does not exist, so commands that need it have all rights of %2$s: as a superuser run CREATE ROLE %1$I '
    'NOLOGIN; GRANT %1$I TO %2$I; and then `bellwether doctor --grant`.', role_name.name, current_user
)
FROM unnest(ARRAY['bellwether_ingest', 'bellwether_project', 'bellwether_analyst']) AS role_name (name)
WHERE NOT EXISTS (SELECT FROM pg_roles AS role WHERE role.rolname = role_name.name)
UNION ALL
SELECT 'warning', format(
    '%2$s is not a member of the role %1$s and can''t assume it, so commands have all rights of %2$s: as a superuser run '
    'GRANT %1$I TO %2$I;', role.rolname, current_user
)
FROM pg_roles AS role
WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')
    -- Since 16 a member may lack the right to take the role. Older servers refuse the word.
    AND NOT pg_has_role(
        role.rolname,
        CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END
    )
UNION ALL
SELECT 'error', format('The role %1$s is a superuser, which may do anything: run ALTER ROLE %1$I NOSUPERUSER;', role.rolname)
FROM pg_roles AS role
WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst') AND role.rolsuper
