-- Backfill 1 of the states projection: records, once, that the log is counted up to the rebuild's head, the last position
-- that backfills read. It is by installation, because a log without engagement events has no month. Reads checkpoint.
INSERT INTO state_counted (position, only_row)
SELECT checkpoint.backfill_head, true
FROM checkpoint
-- In an empty log nothing is counted.
WHERE checkpoint.name = 'states' AND checkpoint.backfill_head > 0 AND $1::uuid IS NULL AND $2::uuid IS NOT NULL
ON CONFLICT (only_row) DO NOTHING
