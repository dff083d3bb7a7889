-- How far each projection is behind the log, since when its first missing batch waits, and whether its tables were computed by other SQL than this program's, for
-- `bellwether status`. $1 to $3: names, versions and checksums (hexadecimal) of the program's projections.
SELECT
    checkpoint.name,
    checkpoint.version,
    checkpoint.position,
    (SELECT count(*) FROM log.batch WHERE batch.position > checkpoint.position),
    (SELECT coalesce(sum(batch.accepted), 0) FROM log.batch WHERE batch.position > checkpoint.position),
    (
        SELECT to_char(batch.committed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        FROM log.batch
        WHERE batch.position = checkpoint.position + 1
    ),
    to_char(checkpoint.moved_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    EXISTS (
        SELECT
        FROM unnest($1::text[], $2::integer[], $3::text[]) AS program (name, version, sha256)
        WHERE program.name = checkpoint.name
            AND (program.version, program.sha256) <> (checkpoint.version, encode(checkpoint.sql_sha256, 'hex'))
    )
FROM projection.checkpoint
ORDER BY checkpoint.name
