-- Step 5 of an erasure, after the projections were corrected: corrects the stored reports too, so that the erasure isn't
-- listed as a restatement (a number that changed after it was published). A published number that equals the number
-- computed before the erasure becomes the number computed after it. Any other keeps its difference from the computed
-- number, but does not fall below 0; it stays as it is if either is null (withheld).
-- Only the measures that can no longer change are stored (metric.settled_measures).
WITH changed_row AS (
    SELECT
        report, "table", app_id, day, os_name, os_version,
        before.published, before.current AS before, after.current AS after
    FROM row_before AS before
    FULL JOIN (
        SELECT kept.report, compared.*
        FROM analytics.published_report AS kept
        CROSS JOIN LATERAL projection.compared_rows(kept, analytics.horizon()) AS compared
    ) AS after USING (report, "table", app_id, day, os_name, os_version)
    WHERE before.current IS DISTINCT FROM after.current
)

INSERT INTO analytics.published_row (report, day, "table", app_id, os_name, os_version, counts)
SELECT
    changed_row.report,
    changed_row.day,
    changed_row."table",
    changed_row.app_id,
    changed_row.os_name,
    changed_row.os_version,
    jsonb_object_agg(
        settled.measure,
        CASE
            WHEN number.published IS NOT DISTINCT FROM number.before THEN number.after
            WHEN number.published IS NULL OR number.before IS NULL THEN number.published
            -- Events that came late can make the difference larger than the count.
            ELSE greatest(number.published + number.after - number.before, 0)
        END
    )
FROM changed_row
INNER JOIN analytics.published_report AS kept ON kept.report = changed_row.report
INNER JOIN LATERAL metric.settled_measures(kept) AS settled ON settled."table" = changed_row."table"
CROSS JOIN LATERAL (
    SELECT
        (changed_row.published ->> settled.measure)::bigint AS published,
        (changed_row.before ->> settled.measure)::bigint AS before,
        (changed_row.after ->> settled.measure)::bigint AS after
) AS number
GROUP BY
    changed_row.report, changed_row.day, changed_row."table", changed_row.app_id, changed_row.os_name,
    changed_row.os_version
ON CONFLICT (report, "table", app_id, day, os_name, os_version) DO UPDATE SET counts = excluded.counts
