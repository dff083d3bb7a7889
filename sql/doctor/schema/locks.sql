-- Sessions that block others, for `bellwether doctor` and `bellwether status`.
SELECT 'warning', format(
    'Process %s of %s has waited %s s for a lock of process %s of %s: if that process does not finish, run SELECT '
    'pg_terminate_backend(%s);', waiting_lock.pid, waiter.usename,
    floor(extract(epoch FROM clock_timestamp() - waiting_lock.waitstart)), blocker.pid,
    coalesce(holder.usename, 'an unknown login'), blocker.pid
)
FROM pg_locks AS waiting_lock
INNER JOIN pg_stat_activity AS waiter ON waiter.pid = waiting_lock.pid AND waiter.datname = current_database()
CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting_lock.pid)) AS blocker (pid)
LEFT JOIN pg_stat_activity AS holder ON holder.pid = blocker.pid
WHERE NOT waiting_lock.granted AND waiting_lock.waitstart < clock_timestamp() - interval '5 seconds'
UNION ALL
-- Leases and claims of files are advisory locks, and any login that may call their functions can take them.
SELECT 'warning', format(
    'Process %1$s of %2$s holds an advisory lock, with which it can block commands: run REVOKE EXECUTE on the '
    'functions of advisory locks as a superuser (`bellwether doctor --grant` does), and SELECT pg_terminate_backend(%1$s);',
    activity.pid, activity.usename
)
FROM pg_stat_activity AS activity
WHERE activity.datname = current_database()
    AND activity.pid IN (SELECT lock.pid FROM pg_locks AS lock WHERE lock.locktype = 'advisory' AND lock.granted)
    AND activity.usesysid IS NOT NULL
    -- Null if the roles do not exist.
    AND (
        SELECT NOT bool_or(pg_has_role(activity.usesysid, role.oid, 'MEMBER'))
        FROM pg_roles AS role
        WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project')
    )
