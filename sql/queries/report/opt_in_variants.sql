-- Returns the opt-in funnel by placement and variant of the prompt, over all systems, for the pages.
SELECT table_row.app_id, table_row.placement, table_row.variant, (table_row.funnel).*
FROM projection.opt_in_variants($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
ORDER BY table_row.place
