-- Returns whether any delivery of a file ($1) is a JSON object; null if the file has none. Those that are not were
-- rejected as invalid or, without being read, as longer than the 64 KiB of an event. An object can be too large for its
-- data.
SELECT
    CASE
        WHEN sum(batch.accepted + batch.duplicates + batch.rejected) = 0 THEN NULL
        WHEN sum(batch.accepted + batch.duplicates) > 0 THEN true
        ELSE EXISTS (
            SELECT
            FROM log.batch AS part
            INNER JOIN log.delivery ON delivery.batch_id = part.batch_id
            WHERE part.source_file = $1::integer
                AND delivery.reason NOT IN ('invalid_utf8', 'invalid_json', 'too_large')
        ) OR EXISTS (
            SELECT
            FROM log.batch AS part
            INNER JOIN log.quarantine ON quarantine.batch_id = part.batch_id
            WHERE part.source_file = $1::integer
                AND quarantine.reason = 'too_large'
                AND quarantine.byte_count <= 65536
        )
    END
FROM log.batch
WHERE batch.source_file = $1::integer
