-- How far each projection of a rebuild is, and whether a program holds its lease, for `bellwether status`; no row
-- without a rebuild.
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
            -- The two halves of a lock's 64-bit key.
            AND (held.classid::bigint << 32) + held.objid::bigint = hashtextextended('rebuild', 0)
            AND held.objsubid = 1
    )
FROM projection.rebuild_state() AS rebuild
ORDER BY rebuild.name
