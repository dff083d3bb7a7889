-- Returns the position of the last batch of a step that follows $1 and ends at $2 or before. A step takes at least
-- one batch, and further ones up to $3 deliveries in total. A batch written by quarantine retry has events but counts
-- no deliveries. It counts as the span of its quarantine ids, which are in the columns for line numbers, but at most
-- as one chunk of a retry ($4).
SELECT coalesce(max(step_end.position) FILTER (WHERE step_end.deliveries <= $3::bigint), min(step_end.position))
FROM (
    SELECT
        batch.position,
        sum(
            CASE
                WHEN batch.accepted + batch.duplicates = 0 AND batch.latest_received_at IS NOT NULL
                THEN least(batch.last_line - batch.first_line + 1, $4::bigint)
                ELSE batch.accepted + batch.duplicates
            END
        ) OVER (ORDER BY batch.position) AS deliveries
    FROM log.batch
    WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
) AS step_end
