-- The state of a quarantined delivery as a column. Run once, by the migrator, as the owner.
ALTER TABLE log.quarantine ADD COLUMN state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    CASE
        WHEN discarded_at IS NOT NULL THEN 'discarded'
        WHEN released_at IS NOT NULL THEN 'released'
        ELSE 'held'
    END
) STORED;
COMMENT ON COLUMN log.quarantine.state IS 'held, released (a retry found it good) or discarded (somebody gave it up).';
DROP FUNCTION IF EXISTS
    analytics.wilson(bigint, bigint),
    log.release_quarantined(bigint[]),
    log.discard_quarantined(bigint[]),
    log.quarantine_matching(bigint[], text, text, text, bigint, bigint, text);
