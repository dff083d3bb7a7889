-- The progress of each projection of a rebuild, and whether a program holds the lease of the rebuild (is working on
-- it), for `bellwether status`. No row if there is no rebuild.
SELECT
    rebuild.name,
    rebuild.chunks,
    rebuild.position,
    (SELECT count(*) FROM log.batch WHERE batch.position > rebuild.position),
    (SELECT coalesce(sum(batch.accepted), 0) FROM log.batch WHERE batch.position > rebuild.position),
    EXISTS (
        SELECT
        FROM pg_locks AS lock
        WHERE lock.locktype = 'advisory'
            AND lock.granted
            AND lock.database = (
                SELECT database.oid FROM pg_database AS database WHERE database.datname = current_database()
            )
            -- pg_locks shows the 64-bit key of an advisory lock in two halves.
            AND (lock.classid::bigint << 32) + lock.objid::bigint = hashtextextended('rebuild', 0)
            AND lock.objsubid = 1
    )
FROM projection.rebuild_state() AS rebuild
ORDER BY rebuild.name
