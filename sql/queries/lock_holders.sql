-- Sessions that hold locks for which a command may have waited, for its error message.
SELECT format(
    'process %s of %s holds %s', lock.pid, coalesce(lock.login, 'an unknown login'),
    string_agg(DISTINCT lock.what, ', ' ORDER BY lock.what)
)
FROM (
    SELECT
        lock.pid,
        activity.usename AS login,
        CASE lock.locktype WHEN 'relation' THEN lock.relation::regclass::text ELSE 'an advisory lock' END AS what
    FROM pg_locks AS lock
    LEFT JOIN pg_class AS class ON class.oid = lock.relation
    LEFT JOIN pg_stat_activity AS activity ON activity.pid = lock.pid
    WHERE lock.granted
        AND lock.pid <> pg_backend_pid()
        AND lock.database = (
            SELECT database.oid FROM pg_database AS database WHERE database.datname = current_database()
        )
        AND (
            lock.locktype = 'advisory'
            OR class.relnamespace::regnamespace::text IN ('bellwether', 'log', 'projection')
            AND lock.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
            -- Each batch shares these for a moment. Others wait because of one that has shared them for longer and does
            -- not wait itself. xact_start is null for a login that may not see it.
            OR class.relnamespace::regnamespace::text = 'log'
            AND class.relname IN ('writer_lock', 'position_lock')
            AND lock.mode = 'RowExclusiveLock'
            AND coalesce(activity.xact_start < clock_timestamp() - interval '1 second', true)
            AND NOT EXISTS (SELECT FROM pg_locks AS wanted WHERE wanted.pid = lock.pid AND NOT wanted.granted)
        )
) AS lock
GROUP BY lock.pid, lock.login
ORDER BY lock.pid
LIMIT 5
