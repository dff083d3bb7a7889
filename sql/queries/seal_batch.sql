-- Seals a batch. $1: its row of log.batch; $2: the days of its engagement events, as days since 1970; $3: its rows of
-- log.delivery; $4: the claim of its file; $5: the file's hash if this is its last batch.
SELECT log.seal_batch(
    ($1::log.batch[])[1],
    ARRAY(
        SELECT DISTINCT date_trunc('month', (date '1970-01-01' + happened.day)::timestamp)::date AS month
        FROM unnest($2::integer[]) AS happened (day)
        ORDER BY month
    ),
    $3::log.delivery[], $4::integer, $5
)
