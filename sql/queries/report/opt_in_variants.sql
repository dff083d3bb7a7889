-- Returns the opt-in funnel by placement and variant of the prompt, over all systems, for the pages.
SELECT cell.app_id, cell.placement, cell.variant, (cell.funnel).*
FROM projection.opt_in_variants($1::date, $2::date, $3::timestamptz, $4::integer) AS cell
WHERE $5::text IS NULL OR cell.app_id = $5::text
ORDER BY cell.place
