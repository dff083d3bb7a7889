-- Projections that can't be updated or are more than a day behind the log, and installations that are set aside. $1 to
-- $3: names, versions and checksums (hexadecimal) of the program's projections.
WITH projection AS (
    SELECT
        program.name,
        coalesce(checkpoint.position, 0) AS position,
        checkpoint.name IS NOT NULL
            AND (program.version, program.sha256) <> (checkpoint.version, encode(checkpoint.sql_sha256, 'hex')) AS is_of_other_sql
    FROM unnest($1::text[], $2::integer[], $3::text[]) AS program (name, version, sha256)
    LEFT JOIN projection.checkpoint ON checkpoint.name = program.name
)

SELECT 'error', format(
    'The tables of projection %1$s were computed by an earlier version, so they can''t be updated: run '
    '`bellwether project --job %1$s --rebuild`.', projection.name
)
FROM projection
WHERE projection.is_of_other_sql
UNION ALL
SELECT 'warning', format(
    'Projection %s lacks %s batches, the first of %s: run `bellwether project`, at least every night.',
    projection.name, count(*), to_char(min(batch.committed_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
)
FROM projection
INNER JOIN log.batch ON batch.position > projection.position
GROUP BY projection.name
HAVING min(batch.committed_at) < clock_timestamp() - interval '26 hours'
UNION ALL
SELECT 'warning', format(
    '%s installations are set aside and not counted (`bellwether status` lists them): look at their events, and run '
    '`bellwether project --job journey --rebuild` once they can be processed.', count(*)
)
FROM projection.installations_set_aside_or_none()
HAVING count(*) > 0
