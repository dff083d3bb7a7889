-- The number of quarantined deliveries that match, by the app that they name; null if it was not read. $1 to $7: the filter.
SELECT reject.app_id, count(*)
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS reject
GROUP BY reject.app_id
ORDER BY reject.app_id COLLATE "C"
