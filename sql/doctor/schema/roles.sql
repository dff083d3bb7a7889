-- Whether the connecting user can take the roles of run time; otherwise commands have all of that user's rights.
SELECT 'warning', format(
    'The role %1$s is not there, so whoever needs it has all rights of %2$s: as a superuser run CREATE ROLE %1$I NOLOGIN; '
    'GRANT %1$I TO %2$I; and then `bellwether doctor --grant`.', wanted.name, current_user
)
FROM unnest(ARRAY['bellwether_ingest', 'bellwether_project', 'bellwether_analyst']) AS wanted (name)
WHERE NOT EXISTS (SELECT FROM pg_roles AS role WHERE role.rolname = wanted.name)
UNION ALL
SELECT 'warning', format(
    '%2$s is no member of the role %1$s and can''t take it, so it works with all of its own rights: run '
    'GRANT %1$I TO %2$I; as a superuser.', role.rolname, current_user
)
FROM pg_roles AS role
WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')
    AND NOT pg_has_role(role.rolname, 'MEMBER')
UNION ALL
SELECT 'error', format('The role %1$s is a superuser, who may do anything: run ALTER ROLE %1$I NOSUPERUSER;', role.rolname)
FROM pg_roles AS role
WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst') AND role.rolsuper
