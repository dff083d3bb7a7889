-- The number of quarantined deliveries that match, and their highest id. $1 to $7: the filter.
SELECT count(*), coalesce(max(reject.quarantine_id), 0)
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS reject
