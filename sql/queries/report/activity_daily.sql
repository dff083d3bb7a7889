-- Returns the rows of activity_daily for its CSV file and for the pages.
SELECT
    activity_daily.*,
    stats.published(
        stats.wilson_low(activity_daily.reachable_28d, activity_daily.active_28d)
    ) AS reach_rate_28d_low,
    stats.published(
        stats.wilson_high(activity_daily.reachable_28d, activity_daily.active_28d)
    ) AS reach_rate_28d_high
FROM analytics.activity_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS activity_daily
WHERE $5::text IS NULL OR activity_daily.app_id = $5::text
