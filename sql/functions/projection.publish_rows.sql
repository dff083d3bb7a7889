-- Keeps the counts of rows of a table of a kept report; metrics: Restatement. Does nothing if no number of that table
-- is kept. rows: objects of texts by the names of columns. Runs with the owner's rights, since no role may write the table.
CREATE OR REPLACE FUNCTION projection.publish_rows(report bigint, "table" text, rows jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
INSERT INTO analytics.published_row (report, day, "table", app_id, os_name, os_version, counts)
SELECT
    publish_rows.report,
    (published.columns ->> 'day')::date,
    publish_rows."table",
    published.columns ->> 'app_id',
    coalesce(published.columns ->> 'os_name', ''),
    coalesce(published.columns ->> 'os_version', ''),
    (
        SELECT jsonb_object_agg(counted.measure, (published.columns ->> counted.measure)::bigint)
        FROM unnest(listed.measures) AS counted (measure)
    )
FROM (
    SELECT array_agg(settled.measure) AS measures
    FROM analytics.published_report AS kept
    CROSS JOIN LATERAL metric.settled_measures(kept) AS settled
    WHERE kept.report = publish_rows.report AND settled."table" = publish_rows."table"
) AS listed
CROSS JOIN jsonb_array_elements(publish_rows.rows) AS published (columns)
WHERE listed.measures IS NOT NULL
$$;
