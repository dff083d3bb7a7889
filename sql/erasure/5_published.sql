-- Step 5 of an erasure, after the projections': puts the kept reports right, since an erasure is no restatement. Where a
-- report said what would be counted before the erasure, it says what is counted after it; where it said something else, a
-- number keeps its distance. Metrics: Restatement. Reads `count_before` and what analytics.restatements reads.
-- Rows with a number that changed, as objects of all their columns.
CREATE TEMPORARY TABLE corrected ON COMMIT DROP AS
SELECT
    number.report,
    number."table",
    number.app_id,
    number.day,
    number.os_name,
    number.os_version,
    jsonb_build_object(
        'app_id', number.app_id, 'day', number.day, 'os_name', number.os_name, 'os_version', number.os_version
    ) || jsonb_object_agg(number.measure, number.count) AS row
FROM (
    SELECT
        report, "table", app_id, day, os_name, os_version, measure,
        before.current IS DISTINCT FROM after.current AS is_changed,
        CASE
            WHEN before.published IS NOT DISTINCT FROM before.current THEN after.current
            WHEN before.current IS NULL THEN before.published
            -- Nothing where nothing was published, or where nobody is left.
            ELSE greatest(before.published + after.current - before.current, 0)
        END AS count
    FROM count_before AS before
    FULL JOIN (
        SELECT kept.report, counted.*
        FROM analytics.published_report AS kept
        CROSS JOIN LATERAL projection.compared_counts(kept, analytics.horizon()) AS counted
    ) AS after USING (report, "table", app_id, day, os_name, os_version, measure)
) AS number
GROUP BY number.report, number."table", number.app_id, number.day, number.os_name, number.os_version
HAVING bool_or(number.is_changed);
DELETE FROM analytics.published_opt_in_daily AS published
USING corrected
WHERE corrected."table" = 'opt_in_daily'
    AND corrected.report = published.report
    AND corrected.app_id = published.app_id
    AND corrected.day = published.day
    AND corrected.os_name = published.os_name
    AND corrected.os_version = published.os_version;
DELETE FROM analytics.published_reach_daily AS published
USING corrected
WHERE corrected."table" = 'reach_daily'
    AND corrected.report = published.report
    AND corrected.app_id = published.app_id
    AND corrected.day = published.day
    AND corrected.os_name = published.os_name
    AND corrected.os_version = published.os_version;
DELETE FROM analytics.published_opens_daily AS published
USING corrected
WHERE corrected."table" = 'opens_daily'
    AND corrected.report = published.report
    AND corrected.app_id = published.app_id
    AND corrected.day = published.day
    AND corrected.os_name = published.os_name
    AND corrected.os_version = published.os_version;
DELETE FROM analytics.published_activity_daily AS published
USING corrected
WHERE corrected."table" = 'activity_daily'
    AND corrected.report = published.report
    AND corrected.app_id = published.app_id
    AND corrected.day = published.day;
SELECT projection.publish_rows(corrected.report, corrected."table", jsonb_agg(corrected.row))
FROM corrected
GROUP BY corrected.report, corrected."table", corrected.app_id, corrected.day
