-- Returns the rows of campaign_page for the pages.
SELECT table_row.*
FROM projection.campaign_page($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
