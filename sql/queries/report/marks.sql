-- Returns the rows of marks for its CSV file and for the pages.
SELECT table_row.app_id, table_row.day, table_row.kind, table_row.name, table_row.is_new::text
FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
