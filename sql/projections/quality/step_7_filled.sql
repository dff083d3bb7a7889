-- Step 7 of the quality projection: in a rebuild that is being filled, records that the log is counted up to its head,
-- the last position that backfills read. Otherwise does nothing. Reads checkpoint. May be run twice.
INSERT INTO quality_counted (position, only_row)
SELECT checkpoint.backfill_head, true
FROM checkpoint
-- In an empty log nothing is counted.
WHERE checkpoint.name = 'quality' AND checkpoint.backfill_head > 0
ON CONFLICT (only_row) DO NOTHING
