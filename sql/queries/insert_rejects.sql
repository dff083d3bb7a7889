-- Stores the rejects of a batch that the quarantine does not contain yet. $1: rows of log.quarantine, in the order of its
-- key, so that concurrent batches don't deadlock.
INSERT INTO log.quarantine (
    quarantined_at, batch_id, source, line_hash, byte_count, copy, received_at, line, reason, installation_id, app_id,
    key_app_id, detail, bytes
)
SELECT
    now(), reject.batch_id, reject.source, reject.line_hash, reject.byte_count, reject.copy, reject.received_at,
    reject.line, reject.reason, reject.installation_id, reject.app_id, reject.key_app_id, reject.detail, reject.bytes
FROM unnest($1::log.quarantine[]) AS reject
ON CONFLICT (line_hash, byte_count, key_app_id, copy) DO NOTHING
