-- Moves what pg_temp.staged_reject holds into log.quarantine, but for what is there, and says how many rows were not kept,
-- being beyond what their keys may put there in a day. $1: that bound in bytes. What came without a key has none.
WITH new AS (
    SELECT
        staged.*,
        row_number() OVER (PARTITION BY staged.collector_key ORDER BY staged.line_hash, staged.byte_count) AS place
    FROM pg_temp.staged_reject AS staged
    WHERE NOT EXISTS (
        SELECT
        FROM log.quarantine
        WHERE quarantine.line_hash = staged.line_hash
            AND quarantine.byte_count = staged.byte_count
            AND quarantine.copy = staged.copy
            AND quarantine.key_app_id IS NOT DISTINCT FROM staged.key_app_id
        -- For each row by the index: no plan reads the whole quarantine.
        OFFSET 0
    )
),

-- One after the other in the order of their keys, which all batches charge in.
allowance AS (
    SELECT
        sender.collector_key,
        CASE
            WHEN sender.collector_key IS NULL THEN cardinality(sender.byte_counts)
            ELSE log.charge_quarantine(sender.collector_key, sender.byte_counts, $1::bigint)
        END AS kept
    FROM (
        SELECT new.collector_key, array_agg(octet_length(new.bytes)::bigint ORDER BY new.place) AS byte_counts
        FROM new
        GROUP BY new.collector_key
        ORDER BY new.collector_key
    ) AS sender
),

stored AS (
    INSERT INTO log.quarantine (
        quarantined_at, batch_id, source, line_hash, byte_count, copy, received_at, line, reason, installation_id, app_id,
        key_app_id, detail, bytes
    )
    SELECT
        new.quarantined_at, new.batch_id, new.source, new.line_hash, new.byte_count, new.copy, new.received_at, new.line,
        new.reason, new.installation_id, new.app_id, new.key_app_id, new.detail, new.bytes
    FROM new
    INNER JOIN allowance
        ON allowance.collector_key IS NOT DISTINCT FROM new.collector_key AND new.place <= allowance.kept
    ORDER BY new.line_hash, new.byte_count, new.key_app_id NULLS FIRST, new.copy
    ON CONFLICT DO NOTHING
)

SELECT (SELECT count(*) FROM new) - coalesce((SELECT sum(allowance.kept) FROM allowance), 0)::bigint
