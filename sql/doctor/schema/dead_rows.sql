-- Tables with more dead rows than autovacuum normally leaves, and old transactions that may be the cause.
SELECT 'warning', format(
    '%1$s has %2$s dead rows beside %3$s live ones: run VACUUM (ANALYZE) %1$s; and find out why autovacuum did not.',
    statistics.relid::regclass, statistics.n_dead_tup, statistics.n_live_tup
)
FROM pg_stat_user_tables AS statistics
WHERE statistics.schemaname IN ('log', 'projection', 'analytics')
    AND statistics.n_dead_tup > greatest(100000, statistics.n_live_tup / 2)
UNION ALL
SELECT 'warning', format(
    'A transaction of %s (process %s) has been open for %s hours, so VACUUM can''t remove rows deleted since then: end it, '
    'if necessary with SELECT pg_terminate_backend(%s);',
    activity.usename, activity.pid, floor(extract(epoch FROM clock_timestamp() - activity.xact_start) / 3600), activity.pid
)
FROM pg_stat_activity AS activity
WHERE activity.datname = current_database()
    AND activity.backend_type = 'client backend'
    AND activity.xact_start < clock_timestamp() - interval '6 hours'
