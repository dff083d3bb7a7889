-- Returns the dimensions of which an app has more values than the report shows (metric.is_rest), for the pages and the
-- manifest. values: how many it has in the days of the report, in the table that has most of them.
SELECT
    dimension_count.app_id, dimension_count.dimension, max(dimension_count.values) AS values,
    metric.values_shown() AS shown
FROM (
    SELECT prompts.app_id, prompts.dimension, count(*) AS values
    FROM projection.change_counts($3::timestamptz, $1::date, metric.last_day($2::date, $3::timestamptz)) AS prompts
    GROUP BY prompts.app_id, prompts.dimension
    UNION ALL
    SELECT
        app.app_id, 'os_version',
        count(DISTINCT (daily_change.os_name, daily_change.os_major, daily_change.os_minor))
    FROM projection.daily_reach_changes($3::timestamptz) AS daily_change
    INNER JOIN log.app ON app.app = daily_change.app
    WHERE daily_change.day <= $2::date
    GROUP BY app.app_id
    UNION ALL
    SELECT app.app_id, 'os_version', count(DISTINCT (os.os_name, os.major, os.minor))
    FROM projection.opens($1::date, $2::date, $3::timestamptz, 'os') AS sends
    INNER JOIN log.app ON app.app = sends.app
    INNER JOIN log.os ON os.os = sends.value
    GROUP BY app.app_id
    UNION ALL
    SELECT app.app_id, 'campaign', count(DISTINCT sends.value)
    FROM projection.opens($1::date, $2::date, $3::timestamptz, 'campaign') AS sends
    INNER JOIN log.app ON app.app = sends.app
    GROUP BY app.app_id
) AS dimension_count
WHERE ($5::text IS NULL OR dimension_count.app_id = $5::text) AND $4::integer >= 0
GROUP BY dimension_count.app_id, dimension_count.dimension
HAVING max(dimension_count.values) > metric.values_shown()
ORDER BY dimension_count.app_id COLLATE "C", dimension_count.dimension COLLATE "C"
