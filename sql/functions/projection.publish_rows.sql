-- Keeps rows of a table of a kept report; metrics: Restatement. days to os_versions: the keys, an element for each row, '' for no system;
-- counts: in the same order, an object by the names of the measures that the report keeps. Runs with the owner's rights, since no role
-- may write the table.
CREATE OR REPLACE FUNCTION projection.publish_rows(
    report bigint, "table" text, days date[], apps text[], os_names text[], os_versions text[], counts jsonb
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
INSERT INTO analytics.published_row (report, day, "table", app_id, os_name, os_version, counts)
SELECT publish_rows.report, kept.day, publish_rows."table", kept.app_id, kept.os_name, kept.os_version, kept.counts
FROM ROWS FROM (
    unnest(days), unnest(apps), unnest(os_names), unnest(os_versions), jsonb_array_elements(counts)
) AS kept (day, app_id, os_name, os_version, counts)
$$;
