-- Step 2 of the journey projection: the opens of the new batches into `opened`. Reads the log. May be run twice.
-- $1, $2: positions; the batches after the first up to and with the second.
SELECT projection.collect_opens($1::bigint, $2::bigint)
