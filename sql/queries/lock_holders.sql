-- Sessions that hold locks for which a command may have waited, for its error message.
SELECT format(
    'process %s of %s holds %s', held.pid, coalesce(activity.usename, 'an unknown login'),
    string_agg(DISTINCT held.what, ', ' ORDER BY held.what)
)
FROM (
    SELECT held.pid, CASE held.locktype WHEN 'relation' THEN held.relation::regclass::text ELSE 'an advisory lock' END AS what
    FROM pg_locks AS held
    LEFT JOIN pg_class AS class ON class.oid = held.relation
    WHERE held.granted
        AND held.pid <> pg_backend_pid()
        AND held.database = (SELECT own.oid FROM pg_database AS own WHERE own.datname = current_database())
        AND (
            held.locktype = 'advisory'
            OR class.relnamespace::regnamespace::text IN ('bellwether', 'log', 'projection')
            AND held.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        )
) AS held
LEFT JOIN pg_stat_activity AS activity ON activity.pid = held.pid
GROUP BY held.pid, activity.usename
ORDER BY held.pid
LIMIT 5
