-- The state of a quarantined delivery as a column, so that it is said once; analytics.wilson goes, wilson_low and wilson_high stay.
-- Run once, by the migrator, as the owner.
ALTER TABLE log.quarantine ADD COLUMN state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    CASE
        WHEN discarded_at IS NOT NULL THEN 'discarded'
        WHEN released_at IS NOT NULL THEN 'released'
        ELSE 'held'
    END
) STORED;
COMMENT ON COLUMN log.quarantine.state IS 'held, released (a retry found it good) or discarded (somebody gave it up).';
DROP FUNCTION IF EXISTS analytics.wilson(bigint, bigint);
