-- The next ids of quarantined deliveries to discard. $1 to $7: the filter; $8, $9: ids after $8 up to and including $9;
-- $10: maximum rows.
SELECT reject.quarantine_id
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS reject
WHERE reject.quarantine_id > $8::bigint AND reject.quarantine_id <= $9::bigint
ORDER BY reject.quarantine_id
LIMIT $10::bigint
