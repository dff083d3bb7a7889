-- Sessions that hold locks for which a command may have waited, for its error message.
SELECT format(
    'process %s of %s holds %s', lock.pid, coalesce(activity.usename, 'an unknown login'),
    string_agg(DISTINCT lock.what, ', ' ORDER BY lock.what)
)
FROM (
    SELECT
        lock.pid,
        CASE lock.locktype WHEN 'relation' THEN lock.relation::regclass::text ELSE 'an advisory lock' END AS what
    FROM pg_locks AS lock
    LEFT JOIN pg_class AS class ON class.oid = lock.relation
    WHERE lock.granted
        AND lock.pid <> pg_backend_pid()
        AND lock.database = (
            SELECT database.oid FROM pg_database AS database WHERE database.datname = current_database()
        )
        AND (
            lock.locktype = 'advisory'
            OR class.relnamespace::regnamespace::text IN ('bellwether', 'log', 'projection')
            AND lock.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        )
) AS lock
LEFT JOIN pg_stat_activity AS activity ON activity.pid = lock.pid
GROUP BY lock.pid, activity.usename
ORDER BY lock.pid
LIMIT 5
