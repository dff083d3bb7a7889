-- Charges the rejects of a batch that the quarantine does not contain yet to the keys that sent them. Returns the numbers of
-- those, from 1, that exceed a key's daily limit. $1: rows of log.quarantine without their bytes, in the order of its key;
-- $2: for each row the key that sent it; $3: for each row the number of its bytes; $4: the daily limit in bytes.
WITH new_reject AS (
    SELECT
        reject.ordinality, sender.collector_key, sender.kept_bytes,
        row_number() OVER (PARTITION BY sender.collector_key ORDER BY reject.ordinality) AS place
    FROM unnest($1::log.quarantine[]) WITH ORDINALITY AS reject
    INNER JOIN unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS sender (collector_key, kept_bytes) USING (ordinality)
    WHERE NOT EXISTS (
        SELECT FROM log.quarantine
        WHERE quarantine.line_hash = reject.line_hash
            AND quarantine.byte_count = reject.byte_count
            AND quarantine.copy = reject.copy
            AND quarantine.key_app_id IS NOT DISTINCT FROM reject.key_app_id
        -- Makes the planner look up each row in the index instead of reading the whole quarantine.
        OFFSET 0
    )
),

-- All batches charge keys in ascending order, which avoids deadlocks.
allowance AS (
    SELECT
        sender.collector_key, log.charge_quarantine(sender.collector_key, sender.byte_counts, $4::bigint) AS kept
    FROM (
        SELECT new_reject.collector_key, array_agg(new_reject.kept_bytes ORDER BY new_reject.place) AS byte_counts
        FROM new_reject
        GROUP BY new_reject.collector_key
        ORDER BY new_reject.collector_key
    ) AS sender
)

SELECT new_reject.ordinality
FROM new_reject
INNER JOIN allowance ON allowance.collector_key = new_reject.collector_key AND new_reject.place > allowance.kept
