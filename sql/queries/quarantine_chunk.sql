-- The next quarantined deliveries to retry, in order of id, with their bytes if all of them were stored. $1 to $7: the
-- filter; $8, $9: ids after $8 up to and including $9; $10: maximum rows; $11: bytes at which the chunk ends.
SELECT
    chunk.quarantine_id,
    (extract(epoch FROM chunk.received_at) * 1000000)::bigint,
    chunk.key_app_id,
    chunk.byte_count,
    CASE WHEN octet_length(chunk.bytes) = chunk.byte_count THEN chunk.bytes END
FROM (
    SELECT
        reject.*,
        sum(octet_length(reject.bytes)) OVER (ORDER BY reject.quarantine_id) AS bytes_so_far
    FROM (
        SELECT reject.*
        FROM log.quarantine_matching(
            $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
        ) AS reject
        WHERE reject.quarantine_id > $8::bigint AND reject.quarantine_id <= $9::bigint
        ORDER BY reject.quarantine_id
        LIMIT $10::bigint
    ) AS reject
) AS chunk
WHERE chunk.bytes_so_far - octet_length(chunk.bytes) < $11::bigint
ORDER BY chunk.quarantine_id
