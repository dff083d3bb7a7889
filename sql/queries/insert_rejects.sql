-- Stores the rejects of a batch that the quarantine does not contain yet. Returns how many were not kept because their
-- keys have reached the daily limit of the quarantine. $1: rows of log.quarantine, in the order of its key; $2: for
-- each row the number of the key that sent it, null for files, which have no limit; $3: the daily limit in bytes.
WITH new AS (
    SELECT
        reject.*, sender.collector_key,
        row_number() OVER (PARTITION BY sender.collector_key ORDER BY reject.ordinality) AS place
    FROM unnest($1::log.quarantine[]) WITH ORDINALITY AS reject
    INNER JOIN unnest($2::bigint[]) WITH ORDINALITY AS sender (collector_key) USING (ordinality)
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

-- How many rejects of each key to keep. All batches charge keys in ascending order, which avoids deadlocks.
allowance AS (
    SELECT
        sender.collector_key,
        CASE
            WHEN sender.collector_key IS NULL THEN cardinality(sender.byte_counts)
            ELSE log.charge_quarantine(sender.collector_key, sender.byte_counts, $3::bigint)
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
        now(), new.batch_id, new.source, new.line_hash, new.byte_count, new.copy, new.received_at, new.line,
        new.reason, new.installation_id, new.app_id, new.key_app_id, new.detail, new.bytes
    FROM new
    INNER JOIN allowance
        ON allowance.collector_key IS NOT DISTINCT FROM new.collector_key AND new.place <= allowance.kept
    ORDER BY new.line_hash, new.byte_count, new.key_app_id NULLS FIRST, new.copy
    ON CONFLICT DO NOTHING
)

SELECT (SELECT count(*) FROM new) - coalesce((SELECT sum(allowance.kept) FROM allowance), 0)::bigint
