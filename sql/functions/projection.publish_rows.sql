-- Keeps rows of one table of a kept report. Metrics: Restatement. days, apps, os_names, os_versions: the keys, one
-- element per row, '' for no OS. counts: in the same order, objects with the measures that the report keeps as names, or
-- a JSON null for a withheld row: what was published of that before stays. Runs with the owner's rights, because no role
-- may write the table.
CREATE OR REPLACE FUNCTION projection.publish_rows(
    report bigint, "table" text, days date[], apps text[], os_names text[], os_versions text[], counts jsonb
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH made AS MATERIALIZED (
    SELECT entry AS report FROM analytics.published_report AS entry WHERE entry.report = publish_rows.report
),

earlier AS MATERIALIZED (
    SELECT (earlier.kept).report, (earlier.kept).horizon, earlier.days
    FROM made
    CROSS JOIN LATERAL projection.earlier_reports(made.report) AS earlier
    WHERE earlier.days && (SELECT range_agg(daterange(day, day, '[]')) FROM unnest(publish_rows.days) AS day)
)

INSERT INTO analytics.published_row AS kept (report, day, horizon, "table", app_id, os_name, os_version, counts)
SELECT
    publish_rows.report,
    shown.day,
    CASE
        WHEN shown.counts <> 'null' THEN (made.report).horizon
        WHEN before.report IS NULL THEN earlier.horizon
        ELSE before.horizon
    END,
    publish_rows."table",
    shown.app_id,
    shown.os_name,
    shown.os_version,
    CASE WHEN shown.counts <> 'null' THEN shown.counts ELSE before.counts END
FROM ROWS FROM (
    unnest(days), unnest(apps), unnest(os_names), unnest(os_versions), jsonb_array_elements(counts)
) AS shown (day, app_id, os_name, os_version, counts)
CROSS JOIN made
LEFT JOIN earlier ON shown.counts = 'null' AND earlier.days @> shown.day
LEFT JOIN analytics.published_row AS before
    ON before.report = earlier.report
    AND before."table" = publish_rows."table"
    AND before.app_id = shown.app_id
    AND before.day = shown.day
    AND before.os_name = shown.os_name
    AND before.os_version = shown.os_version
ON CONFLICT (report, "table", app_id, day, os_name, os_version) DO UPDATE
SET horizon = excluded.horizon, counts = excluded.counts
-- Another report of this state published the row, if it has this horizon.
WHERE kept.horizon IS DISTINCT FROM (SELECT (made.report).horizon FROM made)
$$;
