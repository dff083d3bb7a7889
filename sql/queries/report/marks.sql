-- Returns the rows of marks for its CSV file and for the pages.
SELECT mark.app_id, mark.day, mark.kind, mark.name, mark.is_new::text
FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS mark
WHERE $5::text IS NULL OR mark.app_id = $5::text
ORDER BY mark.app_id COLLATE "C", mark.day, mark.kind COLLATE "C", mark.name COLLATE "C"
