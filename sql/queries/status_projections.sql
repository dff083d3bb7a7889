-- How far each projection is behind the log, for `bellwether status`. Reads the checkpoints and the ledger.
SELECT
    checkpoint.name,
    checkpoint.version,
    checkpoint.position,
    (SELECT count(*) FROM log.batch WHERE batch.position > checkpoint.position),
    (SELECT coalesce(sum(batch.accepted), 0) FROM log.batch WHERE batch.position > checkpoint.position),
    to_char(checkpoint.moved_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM projection.checkpoint
ORDER BY checkpoint.name
