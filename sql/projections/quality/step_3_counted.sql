-- Step 3 of the quality projection: records the position up to which batches are counted. May be run twice.
INSERT INTO quality_counted AS progress (position, only_row)
VALUES (greatest($1::bigint, $2::bigint), true)
ON CONFLICT (only_row) DO UPDATE SET position = greatest(progress.position, excluded.position)
