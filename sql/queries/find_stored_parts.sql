-- Returns the stored parts of a file ($1), and for each whether the file was complete with it.
SELECT batch.start_offset, batch.end_offset, batch.last_line, batch.prefix_hash, batch.is_last
FROM log.batch
WHERE batch.source_file = $1::integer
ORDER BY batch.end_offset, batch.start_offset DESC
