-- Step 2 of an erasure: deletes stored reports that were made with other settings than the current ones, because they
-- can't be computed again. Then creates the temporary table row_before: the daily rows from the first to the last day
-- of the stored reports as computed now, without a minimum cell, before anything is erased. Step 5 compares with it,
-- to correct stored reports by what the erasure took. `erased_installation` has the installations to erase (step 1).

-- Statistics for the next steps: step 1 is one statement and can't make them.
ANALYZE erased_installation;
WITH incomparable_report AS (
    DELETE FROM analytics.published_report AS report
    USING projection.settings
    WHERE (
            report.time_zone, report.conversion_window_seconds, report.open_window_seconds, report.influence_window_seconds
        ) <> (
            settings.time_zone, settings.conversion_window_seconds, settings.open_window_seconds,
            settings.influence_window_seconds
        )
    RETURNING report.report
)

DELETE FROM analytics.published_row AS stored_row
USING incomparable_report
WHERE stored_row.report = incomparable_report.report;
CREATE TEMPORARY TABLE row_before ON COMMIT DROP AS
SELECT daily_row.*
-- No row if no report is stored.
FROM (SELECT range_agg(report.days) AS days FROM analytics.published_report AS report HAVING count(*) > 0) AS published
CROSS JOIN LATERAL projection.daily_rows(
    lower(published.days), upper(published.days) - 1, analytics.horizon(), 0
) AS daily_row
