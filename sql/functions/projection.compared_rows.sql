-- Returns the rows of the daily tables that a report keeps: published (the counts of metric.settled_measures) and
-- current (these and more, as they are now). Null: no such row, or the count is withheld. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.compared_rows(kept analytics.published_report, as_of timestamptz)
RETURNS TABLE (
    app_id text, "table" text, day date, os_name text, os_version text, published jsonb, current jsonb
)
LANGUAGE sql STABLE
-- The planner prefers a merge join, but sorting both sides takes longer than hashing them.
SET enable_mergejoin = off
AS $$
WITH current AS (
    SELECT
        'opt_in_daily' AS "table", counted.app_id, counted.day,
        counted.os_name, counted.os_version, to_jsonb(counted.funnel) AS columns
    FROM projection.opt_in_table(
        (kept).from_day, (kept).to_day, as_of, (kept).minimum_cell, '{day,os_version}'
    ) AS counted
    UNION ALL
    SELECT 'reach_daily', counted.app_id, counted.day, counted.os_name, counted.os_version, to_jsonb(counted.*)
    FROM analytics.reach_daily((kept).from_day, (kept).to_day, as_of, (kept).minimum_cell) AS counted
    UNION ALL
    SELECT
        'opens_daily', counted.app_id, counted.day,
        coalesce(counted.os_name, ''), coalesce(counted.os_version, ''), to_jsonb(numbers.*)
    FROM projection.opens_levels(
        (kept).from_day, (kept).to_day, as_of, (kept).minimum_cell, '{version_of_day}'
    ) AS counted
    CROSS JOIN LATERAL (
        SELECT
            (counted.opens).sent, (counted.opens).received, (counted.opens).direct_opens, (counted.opens).influenced_opens,
            counted.openers, counted.active, (counted.opens_24h).sent_24h, (counted.opens_24h).opened_24h
    ) AS numbers
    UNION ALL
    SELECT 'activity_daily', counted.app_id, counted.day, '', '', to_jsonb(counted.*)
    FROM analytics.activity_daily((kept).from_day, (kept).to_day, as_of, (kept).minimum_cell) AS counted
)

SELECT app_id, "table", day, os_name, os_version, published.counts, current.columns
FROM (
    SELECT kept_row.* FROM analytics.published_row AS kept_row WHERE kept_row.report = (kept).report
) AS published
FULL JOIN current USING ("table", app_id, day, os_name, os_version)
WHERE (kept).app_id IS NULL OR app_id = (kept).app_id
$$;
