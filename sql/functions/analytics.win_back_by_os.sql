-- Returns win-back: people asked, while denied, to go to Settings, by app and OS version. Metrics: Win-back, Privacy.
CREATE OR REPLACE FUNCTION analytics.win_back_by_os(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {win_back_by_os: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.app_id, cell.os_name, cell.os_version, (cell.win_back).*
FROM projection.win_back_levels(
    from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell
) AS cell
WHERE cell.level = 'version'
ORDER BY cell.app_id COLLATE "C", cell.os_name COLLATE "C", stats.version_numbers(cell.os_version)
$$;
