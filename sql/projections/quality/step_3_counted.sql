-- Step 3 of the quality projection: what is counted now, which steps 1 and 2 have read. May be run twice.
-- $2: position of the last batch counted; $1: that of the one before the first.
INSERT INTO latency_counted AS counted (position, only_row)
VALUES (greatest($1::bigint, $2::bigint), true)
ON CONFLICT (only_row) DO UPDATE SET position = greatest(counted.position, excluded.position)
