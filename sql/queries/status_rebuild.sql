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
        FROM pg_locks AS held
        WHERE held.locktype = 'advisory'
            AND held.granted
            AND held.database = (SELECT own.oid FROM pg_database AS own WHERE own.datname = current_database())
            -- pg_locks shows the 64-bit key of an advisory lock in two halves.
            AND (held.classid::bigint << 32) + held.objid::bigint = hashtextextended('rebuild', 0)
            AND held.objsubid = 1
    )
FROM projection.rebuild_state() AS rebuild
ORDER BY rebuild.name
