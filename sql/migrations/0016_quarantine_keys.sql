-- The same bytes are held once for each app whose key they came with, and once from files: a retry judges them by that. Run
-- once, by the migrator, as the owner. Reads log.quarantine and the ledger.
--
-- What came over HTTP without a key was as what came from a file. A batch of the collector has no file.
UPDATE log.quarantine
SET key_app_id = ''
FROM log.batch
WHERE batch.batch_id = quarantine.batch_id
    AND batch.source_file IS NULL
    AND quarantine.source = 'HTTP'
    AND quarantine.key_app_id IS NULL;
ALTER TABLE log.quarantine
    DROP CONSTRAINT line_is_quarantined_once,
    ALTER COLUMN key_app_id TYPE text COLLATE "C",
    ADD CONSTRAINT line_is_quarantined_once UNIQUE NULLS NOT DISTINCT (line_hash, byte_count, key_app_id, copy);
COMMENT ON COLUMN log.quarantine.key_app_id IS
    'Over HTTP the app of its key, to which a retry holds it, empty without a key; the server stamped its receipt. Null from a '
    'file.';
COMMENT ON COLUMN log.quarantine.copy IS 'Which of several equal lines of its batch, with keys of one app, from 1.';
