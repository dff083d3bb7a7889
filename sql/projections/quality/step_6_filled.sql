-- Step 6 of the quality projection: a rebuild that is being filled counts what the log held up to its head. Does nothing
-- otherwise. Reads checkpoint. May be run twice.
INSERT INTO latency_counted (position, only_row)
SELECT checkpoint.fill_head, true
FROM checkpoint
-- Of an empty log nothing is counted.
WHERE checkpoint.name = 'quality' AND checkpoint.fill_head > 0
ON CONFLICT (only_row) DO NOTHING
