-- Claims the next chunk of the rebuild that nobody works on and for which nothing else must be done first.
SELECT
    chunk.turn, chunk.name, encode(checkpoint.sql_sha256, 'hex'), chunk.place, chunk.from_bound, chunk.up_to
FROM backfill_chunk AS chunk
INNER JOIN checkpoint ON checkpoint.name = chunk.name
WHERE NOT EXISTS (
    SELECT
    FROM backfill_chunk AS earlier
    WHERE earlier.name = ANY (chunk.after)
        OR (earlier.name = chunk.name AND earlier.place < chunk.place)
        OR (
            chunk.is_serial
            AND earlier.name = chunk.name
            AND earlier.place = chunk.place
            AND earlier.turn < chunk.turn
        )
)
ORDER BY chunk.turn
LIMIT 1
FOR UPDATE OF chunk SKIP LOCKED
