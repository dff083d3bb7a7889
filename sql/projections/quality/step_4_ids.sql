-- Step 4 of the quality projection: the ids of the new batches' events, and those of them that conflict. Reads the work
-- table of steps 1 and 2, and the log. $2: position of the last batch; $1: that of the one before the first.
SELECT projection.take_ids(greatest($1::bigint, $2::bigint))
