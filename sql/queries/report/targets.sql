-- Returns the rows of targets for its CSV file and for the pages.
SELECT targets.app_id, targets.measure, targets.target
FROM analytics.targets
-- Targets are of no day and of no people. The conditions are here because PostgreSQL can't determine the
-- type of a parameter that the query does not use.
WHERE $1::date <= $2::date AND $3::timestamptz IS NOT NULL AND $4::integer >= 0
    AND ($5::text IS NULL OR targets.app_id = $5::text)
ORDER BY targets.app_id COLLATE "C", targets.measure COLLATE "C"
