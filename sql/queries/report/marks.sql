-- Returns the rows of marks for its CSV file and for the pages.
SELECT marks.app_id, marks.day, marks.kind, marks.name, marks.is_new::text
FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS marks
WHERE $5::text IS NULL OR marks.app_id = $5::text
