-- The rows of the days and tables that a report keeps: what it published, and the row as it is now. Metrics:
-- Restatement. Reads analytics.published_row and the daily tables.
-- published, current: null if there is no row; counts that are withheld are null inside it. current has all columns of
-- its table, published the counts of metric.settled_measures.
CREATE OR REPLACE FUNCTION projection.compared_rows(kept analytics.published_report, known_by timestamptz)
RETURNS TABLE (
    app_id text, "table" text, day date, os_name text, os_version text, published jsonb, current jsonb
)
LANGUAGE sql STABLE
AS $$
WITH report AS MATERIALIZED (
    SELECT (kept).report, (kept).from_day, (kept).to_day, (kept).minimum_cell
),

current AS (
    SELECT
        'opt_in_daily' AS "table", counted.app_id, counted.day,
        counted.os_name, counted.os_version, to_jsonb(counted.*) AS columns
    FROM report
    CROSS JOIN LATERAL analytics.opt_in_daily(report.from_day, report.to_day, known_by, report.minimum_cell) AS counted
    UNION ALL
    SELECT 'reach_daily', counted.app_id, counted.day, counted.os_name, counted.os_version, to_jsonb(counted.*)
    FROM report
    CROSS JOIN LATERAL analytics.reach_daily(report.from_day, report.to_day, known_by, report.minimum_cell) AS counted
    UNION ALL
    SELECT
        'opens_daily', counted.app_id, counted.day,
        coalesce(counted.os_name, ''), coalesce(counted.os_version, ''), to_jsonb(counted.*)
    FROM report
    CROSS JOIN LATERAL analytics.opens_daily(report.from_day, report.to_day, known_by, report.minimum_cell) AS counted
    UNION ALL
    SELECT 'activity_daily', counted.app_id, counted.day, '', '', to_jsonb(counted.*)
    FROM report
    CROSS JOIN LATERAL analytics.activity_daily(report.from_day, report.to_day, known_by, report.minimum_cell) AS counted
)

SELECT app_id, "table", day, os_name, os_version, published.counts, current.columns
FROM (
    SELECT kept_row.*
    FROM report
    INNER JOIN analytics.published_row AS kept_row ON kept_row.report = report.report
) AS published
FULL JOIN current USING ("table", app_id, day, os_name, os_version)
WHERE (kept).app_id IS NULL OR app_id = (kept).app_id
$$;
