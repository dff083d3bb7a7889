-- Step 2 of the deliveries projection: what is counted now. May be run twice.
-- $2: position of the last batch counted; $1: that of the one before the first.
INSERT INTO counted_up_to AS counted (position, name)
VALUES (greatest($1::bigint, $2::bigint), 'deliveries')
ON CONFLICT (name) DO UPDATE SET position = greatest(counted.position, excluded.position)
