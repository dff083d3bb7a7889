-- Keeps rows of one table of a kept report. Metrics: Restatement. days, apps, os_names, os_versions: the keys, one
-- element per row, '' for no OS. counts: in the same order, objects with the measures that the report keeps as names.
-- Runs with the owner's rights, because no role may write the table.
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
