-- Step 5 of an erasure, after the projections were corrected: corrects the stored reports too, so that the erasure isn't
-- listed as a restatement (a number that changed after it was published). A published number that equals the number
-- computed before the erasure becomes the number computed after it. Any other loses what the erasure took, but does not
-- fall below 0. A withheld number loses as much, because a later report may show it again.
-- Without statistics of both tables the planner may compute all rows again for each row of the other.
CREATE TEMPORARY TABLE row_after ON COMMIT DROP AS
SELECT daily_row.*
FROM (SELECT range_agg(report.days) AS days FROM analytics.published_report AS report HAVING count(*) > 0) AS published
CROSS JOIN LATERAL projection.daily_rows(
    lower(published.days), upper(published.days) - 1, analytics.horizon(), 0
) AS daily_row;
ANALYZE row_before, row_after;
UPDATE analytics.published_row AS stored_row
SET counts = correction.counts
FROM (
    SELECT
        stored_row.report,
        stored_row."table",
        stored_row.app_id,
        stored_row.day,
        stored_row.os_name,
        stored_row.os_version,
        jsonb_object_agg(
            stored_count.measure,
            CASE
                WHEN number.published = number.before THEN number.after
                WHEN number.published IS NULL OR number.before IS NULL THEN number.published
                -- Nothing is left of the row.
                WHEN number.after IS NULL AND number.published < number.before THEN NULL
                -- Events that came late can make the difference larger than the count.
                ELSE greatest(number.published + coalesce(number.after, 0) - number.before, 0)
            END
        ) AS counts
    FROM row_before AS old_row
    LEFT JOIN row_after AS new_row USING ("table", app_id, day, os_name, os_version)
    INNER JOIN analytics.published_row AS stored_row USING ("table", app_id, day, os_name, os_version)
    CROSS JOIN LATERAL jsonb_each_text(stored_row.counts) AS stored_count (measure, count)
    CROSS JOIN LATERAL (
        SELECT
            stored_count.count::bigint AS published,
            (old_row.counts ->> stored_count.measure)::bigint AS before,
            (new_row.counts ->> stored_count.measure)::bigint AS after
    ) AS number
    WHERE old_row.counts IS DISTINCT FROM new_row.counts
    GROUP BY
        stored_row.report, stored_row."table", stored_row.app_id, stored_row.day, stored_row.os_name,
        stored_row.os_version
) AS correction
WHERE stored_row.report = correction.report
    AND stored_row."table" = correction."table"
    AND stored_row.app_id = correction.app_id
    AND stored_row.day = correction.day
    AND stored_row.os_name = correction.os_name
    AND stored_row.os_version = correction.os_version
