-- Step 2 of an erasure: creates the temporary table row_before, which has the daily rows of the days of stored reports
-- as computed now, without a minimum cell, before anything is erased. Step 5 compares with it. Deletes stored reports
-- that were made with other settings than the current ones: they can't be computed again. `erased_installation` has the
-- installations to erase (step 1).
ANALYZE erased_installation;
WITH old_report AS (
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
USING old_report
WHERE stored_row.report = old_report.report;
CREATE TEMPORARY TABLE row_before ON COMMIT DROP AS
SELECT daily_row.*
FROM (SELECT range_agg(report.days) AS days FROM analytics.published_report AS report HAVING count(*) > 0) AS span
CROSS JOIN LATERAL projection.daily_rows(
    lower(span.days), upper(span.days) - 1, analytics.horizon(), 0
) AS daily_row
