-- Claims the next chunk of the rebuild that nobody works on and for which nothing else must be done first.
SELECT
    chunk.turn, chunk.name, encode(checkpoint.sql_sha256, 'hex'), chunk.place, chunk.from_bound, chunk.up_to
FROM backfill_chunk AS chunk
INNER JOIN checkpoint ON checkpoint.name = chunk.name
WHERE NOT EXISTS (
    SELECT
    FROM backfill_chunk AS earlier_chunk
    WHERE earlier_chunk.name = ANY (chunk.after)
        OR (earlier_chunk.name = chunk.name AND earlier_chunk.place < chunk.place)
        OR (
            chunk.is_serial
            AND earlier_chunk.name = chunk.name
            AND earlier_chunk.place = chunk.place
            AND earlier_chunk.turn < chunk.turn
        )
)
ORDER BY chunk.turn
LIMIT 1
FOR UPDATE OF chunk SKIP LOCKED
