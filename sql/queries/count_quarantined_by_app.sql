-- The number of quarantined deliveries that match, by the app that they name; null if it was not read. $1 to $7: the filter.
SELECT matching.app_id, count(*)
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS matching
GROUP BY matching.app_id
ORDER BY matching.app_id COLLATE "C"
