-- Step 5 of an erasure, after the projections were corrected: corrects the stored reports too, so that the erasure isn't
-- listed as a restatement (a number that changed after it was published). A published number that equals the number
-- computed before the erasure becomes the number computed after it. Any other loses what the erasure took, but does not
-- fall below 0. A withheld number loses as much, because a later report may show it again.
-- Without statistics of both tables the planner may compute all rows again for each row of the other.
CREATE TEMPORARY TABLE row_after ON COMMIT DROP AS
SELECT known.*
FROM (SELECT range_agg(kept.days) AS days FROM analytics.published_report AS kept HAVING count(*) > 0) AS held
CROSS JOIN LATERAL projection.daily_rows(
    lower(held.days), upper(held.days) - 1, analytics.horizon(), 0
) AS known;
ANALYZE row_before, row_after;
UPDATE analytics.published_row AS kept
SET counts = corrected.counts
FROM (
    SELECT
        kept.report,
        kept."table",
        kept.app_id,
        kept.day,
        kept.os_name,
        kept.os_version,
        jsonb_object_agg(
            published.measure,
            CASE
                WHEN number.published = number.before THEN number.after
                WHEN number.published IS NULL OR number.before IS NULL THEN number.published
                -- Events that came late can make the difference larger than the count.
                ELSE greatest(number.published + coalesce(number.after, 0) - number.before, 0)
            END
        ) AS counts
    FROM row_before AS before
    LEFT JOIN row_after AS after USING ("table", app_id, day, os_name, os_version)
    INNER JOIN analytics.published_row AS kept USING ("table", app_id, day, os_name, os_version)
    CROSS JOIN LATERAL jsonb_each_text(kept.counts) AS published (measure, count)
    CROSS JOIN LATERAL (
        SELECT
            published.count::bigint AS published,
            (before.counts ->> published.measure)::bigint AS before,
            (after.counts ->> published.measure)::bigint AS after
    ) AS number
    WHERE before.counts IS DISTINCT FROM after.counts
    GROUP BY kept.report, kept."table", kept.app_id, kept.day, kept.os_name, kept.os_version
) AS corrected
WHERE kept.report = corrected.report
    AND kept."table" = corrected."table"
    AND kept.app_id = corrected.app_id
    AND kept.day = corrected.day
    AND kept.os_name = corrected.os_name
    AND kept.os_version = corrected.os_version
