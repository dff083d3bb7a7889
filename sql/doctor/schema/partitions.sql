-- Whether the log can get a partition for a new month. The first batch with events of a month creates it by calling
-- log.make_partitions, with the rights of that function's owner.
SELECT 'error', format(
    'log.make_partitions runs with the rights of %s, who may not change log.engagement_event, so events of a new month can''t '
    'be stored: run ALTER FUNCTION log.make_partitions(date[]) OWNER TO %I;',
    pg_get_userbyid(maker.proowner), pg_get_userbyid(parent.relowner)
)
FROM pg_proc AS maker
INNER JOIN pg_class AS parent ON parent.oid = 'log.engagement_event'::regclass
WHERE maker.oid = 'log.make_partitions(date[])'::regprocedure
    AND NOT pg_has_role(maker.proowner, parent.relowner, 'USAGE')
UNION ALL
SELECT 'error',
    'The role bellwether_ingest may not call log.make_partitions, so events of a new month can''t be stored: run '
    '`bellwether doctor --grant` as its owner.'
FROM pg_roles AS role
WHERE role.rolname = 'bellwether_ingest'
    AND NOT has_function_privilege(role.oid, 'log.make_partitions(date[])', 'EXECUTE')
