-- Step 5 of the quality projection: the ids of the new batches' events, and those of them that conflict. Reads the work
-- table of steps 1 and 2, what step 3 says is counted, and the log.
SELECT projection.take_ids()
