-- Seals a batch. $1: its row of log.batch; $2: the days of its engagement events, as days since 1970; $3: its rows of
-- log.delivery; $4: the claim of its file; $5: the file's hash if this is its last batch.
SELECT log.seal_batch(($1::log.batch[])[1], $2::integer[], $3::log.delivery[], $4::integer, $5)
