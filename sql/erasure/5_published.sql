-- Step 5 of an erasure, after the projections': puts the kept reports right, since an erasure is no restatement. Where a
-- report said what would be counted before the erasure, it says what is counted after it; where it said something else, a
-- number keeps its distance. Metrics: Restatement. Reads `count_before` and what analytics.restatements reads.
WITH published AS (
    SELECT projection.report_name(report) AS report, counted.*
    FROM analytics.published_report AS report
    CROSS JOIN LATERAL projection.published_counts(
        report.opt_in_daily, report.reach_daily, report.opens_daily, report.activity_daily
    ) AS counted
),

corrected AS (
    SELECT
        report, "table", app_id, day, os_name, os_version,
        projection.corrected_counts(published.counts, before.counts, after.counts) AS counts
    FROM published
    FULL JOIN count_before AS before USING (report, "table", app_id, day, os_name, os_version)
    FULL JOIN projection.kept_reports_now() AS after USING (report, "table", app_id, day, os_name, os_version)
),

file AS (
    SELECT
        corrected.report,
        corrected."table",
        string_agg(
            projection.published_line(
                corrected."table", corrected.app_id, corrected.day, corrected.os_name, corrected.os_version,
                corrected.counts
            ) || E'\n', ''
            ORDER BY corrected.app_id, corrected.day, corrected.os_name, corrected.os_version
        ) AS lines
    FROM corrected
    WHERE corrected.counts IS NOT NULL
    GROUP BY corrected.report, corrected."table"
)

UPDATE analytics.published_report AS report
SET
    opt_in_daily = split_part(report.opt_in_daily, E'\n', 1) || E'\n' || coalesce(written.opt_in_daily, ''),
    reach_daily = split_part(report.reach_daily, E'\n', 1) || E'\n' || coalesce(written.reach_daily, ''),
    opens_daily = split_part(report.opens_daily, E'\n', 1) || E'\n' || coalesce(written.opens_daily, ''),
    activity_daily = split_part(report.activity_daily, E'\n', 1) || E'\n' || coalesce(written.activity_daily, '')
FROM (
    SELECT
        kept.name,
        max(file.lines) FILTER (WHERE file."table" = 'opt_in_daily') AS opt_in_daily,
        max(file.lines) FILTER (WHERE file."table" = 'reach_daily') AS reach_daily,
        max(file.lines) FILTER (WHERE file."table" = 'opens_daily') AS opens_daily,
        max(file.lines) FILTER (WHERE file."table" = 'activity_daily') AS activity_daily
    FROM (SELECT projection.report_name(named) AS name FROM analytics.published_report AS named) AS kept
    LEFT JOIN file ON file.report = kept.name
    GROUP BY kept.name
) AS written
WHERE written.name = projection.report_name(report)
