-- Returns sends and what became of them, openers and active installations by app, day and OS version. An installation
-- that updates its OS during a day can be an opener under the old version and active under the new one. A row of only
-- such openers has base 0 and is not withheld. Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.opens_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opens_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    cell.app_id,
    cell.day,
    cell.os_name,
    cell.os_version,
    (cell.opens).*,
    {people_of_day: cell.#},
    (cell.opens_24h).*
FROM projection.opens_levels(
    from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, '{version_of_day}'
) AS cell
ORDER BY
    cell.app_id COLLATE "C", cell.day, coalesce(cell.os_name, '') COLLATE "C",
    stats.version_numbers(cell.os_version)
$$;
