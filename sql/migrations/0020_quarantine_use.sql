-- What each key of the collector has put into the quarantine, so that no key can fill the disk. Run once, by the migrator, as
-- the owner. Reads nothing.
CREATE TABLE log.quarantine_use (
    collector_key bigint PRIMARY KEY,
    byte_count bigint NOT NULL,
    rejects_not_kept bigint NOT NULL,
    not_kept_at timestamptz,
    day date NOT NULL
);
COMMENT ON TABLE log.quarantine_use IS
    'One row for each key whose events were rejected: what of its daily bound is used, and what came beyond it.';
COMMENT ON COLUMN log.quarantine_use.collector_key IS 'The key''s number; 0 for a collector without keys.';
COMMENT ON COLUMN log.quarantine_use.byte_count IS
    'Bytes that its rejects of the day took, their rows and index entries reckoned with.';
COMMENT ON COLUMN log.quarantine_use.rejects_not_kept IS
    'How many of its rejects were counted and not kept, on all days, being beyond the bound.';
COMMENT ON COLUMN log.quarantine_use.not_kept_at IS 'When the last of them came; null without any.';
COMMENT ON COLUMN log.quarantine_use.day IS 'The day in UTC that byte_count is of.';
