-- Counts the sends of a range of days, and what became of them, by app and campaign. Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.opens_by_campaign(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opens_by_campaign: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    cell.app_id,
    cell.campaign,
    (cell.opens).*,
    (cell.opens_24h).*
FROM projection.opens_levels(
    from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, '{campaign}'
) AS cell
ORDER BY cell.app_id COLLATE "C", coalesce(cell.campaign, '') COLLATE "C"
$$;
