-- Keeps rows of one table of a kept report. Metrics: Restatement. days, apps, os_names, os_versions: the keys, one
-- element per row, '' for no OS. counts: in the same order, objects with the measures that the report keeps as names, or
-- a JSON null for a withheld row: what was published of that before stays. Runs with the owner's rights, because no role
-- may write the table.
CREATE OR REPLACE FUNCTION projection.publish_rows(
    report bigint, "table" text, days date[], apps text[], os_names text[], os_versions text[], counts jsonb
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH publication AS MATERIALIZED (
    SELECT stored_report AS report
    FROM analytics.published_report AS stored_report
    WHERE stored_report.report = publish_rows.report
),

earlier_report AS MATERIALIZED (
    SELECT (earlier_report.kept).report, (earlier_report.kept).horizon, earlier_report.days
    FROM publication
    CROSS JOIN LATERAL projection.earlier_reports(publication.report) AS earlier_report
    WHERE earlier_report.days && (SELECT range_agg(daterange(day, day, '[]')) FROM unnest(publish_rows.days) AS day)
)

INSERT INTO analytics.published_row AS stored_row (report, day, horizon, "table", app_id, os_name, os_version, counts)
SELECT
    publish_rows.report,
    new_row.day,
    CASE
        WHEN new_row.counts <> 'null' THEN (publication.report).horizon
        WHEN earlier_row.report IS NULL THEN earlier_report.horizon
        ELSE earlier_row.horizon
    END,
    publish_rows."table",
    new_row.app_id,
    new_row.os_name,
    new_row.os_version,
    CASE WHEN new_row.counts <> 'null' THEN new_row.counts ELSE earlier_row.counts END
FROM ROWS FROM (
    unnest(days), unnest(apps), unnest(os_names), unnest(os_versions), jsonb_array_elements(counts)
) AS new_row (day, app_id, os_name, os_version, counts)
CROSS JOIN publication
LEFT JOIN earlier_report ON new_row.counts = 'null' AND earlier_report.days @> new_row.day
LEFT JOIN analytics.published_row AS earlier_row
    ON earlier_row.report = earlier_report.report
    AND earlier_row."table" = publish_rows."table"
    AND earlier_row.app_id = new_row.app_id
    AND earlier_row.day = new_row.day
    AND earlier_row.os_name = new_row.os_name
    AND earlier_row.os_version = new_row.os_version
ON CONFLICT (report, "table", app_id, day, os_name, os_version) DO UPDATE
SET horizon = excluded.horizon, counts = excluded.counts
-- Another report of this state published the row, if it has this horizon.
WHERE stored_row.horizon IS DISTINCT FROM (SELECT (publication.report).horizon FROM publication)
$$;
