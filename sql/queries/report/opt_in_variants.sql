-- Returns the rows of opt_in_variants for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT
    opt_in_variants.app_id, opt_in_variants.placement, opt_in_variants.variant,
    opt_in_variants.is_control, (opt_in_variants.funnel).*, opt_in_variants.difference,
    opt_in_variants.difference_low, opt_in_variants.difference_high, opt_in_variants.p,
    opt_in_variants.p_adjusted
FROM projection.opt_in_variants($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_variants
WHERE $5::text IS NULL OR opt_in_variants.app_id = $5::text
