-- Returns the last file that was ingested completely from a path ($1), except the file $2, as one stored part.
SELECT 0, batch.end_offset, batch.last_line, batch.prefix_hash
FROM log.batch
WHERE batch.source_file IS NOT NULL
    AND batch.is_last
    AND hashtextextended(batch.source, 0) = hashtextextended($1::text, 0)
    AND batch.source = $1::text
    AND batch.source_file <> $2::integer
ORDER BY batch.position DESC
LIMIT 1
