-- Returns the dimensions of which an app has more values than the report shows (metric.is_rest), for the pages and the
-- manifest. values: how many it has in the days of the report, in the table that has most of them.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT counted.app_id, counted.dimension, max(counted.values) AS values, metric.values_shown() AS shown
FROM (
    SELECT asked.app_id, asked.dimension, count(*) AS values
    FROM projection.change_counts($3::timestamptz, $1::date, metric.last_day($2::date, $3::timestamptz)) AS asked
    GROUP BY asked.app_id, asked.dimension
    UNION ALL
    SELECT app.app_id, 'os_version', count(DISTINCT (step.os_name, step.os_major, step.os_minor))
    FROM projection.daily_reach_changes($3::timestamptz) AS step
    INNER JOIN log.app ON app.app = step.app
    WHERE step.day <= $2::date
    GROUP BY app.app_id
    UNION ALL
    SELECT app.app_id, 'os_version', count(DISTINCT (os.os_name, os.major, os.minor))
    FROM projection.opens($1::date, $2::date, $3::timestamptz, 'os') AS sent
    INNER JOIN log.app ON app.app = sent.app
    INNER JOIN log.os ON os.os = sent.value
    GROUP BY app.app_id
    UNION ALL
    SELECT app.app_id, 'campaign', count(DISTINCT sent.value)
    FROM projection.opens($1::date, $2::date, $3::timestamptz, 'campaign') AS sent
    INNER JOIN log.app ON app.app = sent.app
    GROUP BY app.app_id
) AS counted
WHERE ($5::text IS NULL OR counted.app_id = $5::text) AND $4::integer >= 0
GROUP BY counted.app_id, counted.dimension
HAVING max(counted.values) > metric.values_shown()
ORDER BY counted.app_id COLLATE "C", counted.dimension COLLATE "C"
