-- Keeps rows of a table of a kept report; metrics: Restatement. keys: an object for each row; counts: for each, in the same order, an
-- object by the names of the measures that the report keeps. Runs with the owner's rights, since no role may write the table.
CREATE OR REPLACE FUNCTION projection.publish_rows(report bigint, "table" text, keys jsonb, counts jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
INSERT INTO analytics.published_row (report, day, "table", app_id, os_name, os_version, counts)
SELECT
    publish_rows.report, kept.day, publish_rows."table", kept.app_id, coalesce(kept.os_name, ''),
    coalesce(kept.os_version, ''), kept.counts
FROM ROWS FROM (
    jsonb_to_recordset(keys) AS (day date, app_id text, os_name text, os_version text), jsonb_array_elements(counts)
) AS kept (day, app_id, os_name, os_version, counts)
$$;
