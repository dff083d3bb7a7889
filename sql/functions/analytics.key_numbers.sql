-- Returns the overview's numbers for each app. Metrics: all.
-- measure: grant_rate; first_open_24h (of those who allowed at least 24 hours ago: who opened a notification within 24
-- hours); keep_rate; open_rate_24h, of sends whose 24 hours are over; direct_open_rate; influenced_open_rate;
-- reach_rate_28d, at the last day's end; prompted, a count. first_day: the first day on which somebody was active or
-- reachable.
CREATE OR REPLACE FUNCTION analytics.key_numbers(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {key_numbers: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS MATERIALIZED (
    SELECT cutoff.moment, metric.last_day(to_day, cutoff.moment) AS last_day
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS cutoff (moment)
),

key_number AS (
    SELECT trial.app_id, 'keep_rate' AS measure, trial.kept AS part, trial.ended AS base
    FROM horizon
    CROSS JOIN LATERAL projection.provisional_levels(from_day, to_day, horizon.moment, minimum_cell) AS trial
    WHERE trial.level = 'app'
    UNION ALL
    SELECT cell.app_id, rate.measure, rate.part, rate.base
    FROM horizon
    CROSS JOIN LATERAL projection.opens_levels(from_day, to_day, horizon.moment, minimum_cell, '{app}') AS cell
    CROSS JOIN LATERAL (VALUES
        ('open_rate_24h', (cell.opens_24h).opened_24h, (cell.opens_24h).sent_24h),
        ('direct_open_rate', (cell.opens).direct_opens, (cell.opens).sent),
        ('influenced_open_rate', (cell.opens).influenced_opens, (cell.opens).sent)
    ) AS rate (measure, part, base)
    UNION ALL
    SELECT
        app.app_id, 'reach_rate_28d',
        CASE WHEN NOT metric.is_small(activity.active_28d, minimum_cell) THEN activity.reachable_28d END,
        CASE WHEN NOT metric.is_small(activity.active_28d, minimum_cell) THEN activity.active_28d END
    FROM horizon
    CROSS JOIN LATERAL projection.activity(horizon.last_day, horizon.last_day, horizon.moment) AS activity
    INNER JOIN log.app ON app.app = activity.app
    UNION ALL
    SELECT
        total.app_id, rate.measure,
        CASE WHEN NOT metric.is_small(total.prompted, minimum_cell) THEN rate.part END,
        CASE WHEN NOT metric.is_small(total.prompted, minimum_cell) THEN rate.base END
    FROM horizon
    CROSS JOIN LATERAL projection.change_counts(horizon.moment, from_day, to_day) AS total
    CROSS JOIN LATERAL (VALUES
        ('grant_rate', total.granted, total.settled), ('first_open_24h', total.first_open_24h, total.eligible_24h),
        ('prompted', total.prompted, NULL)
    ) AS rate (measure, part, base)
    WHERE total.dimension = 'all'
),

app_start AS (
    SELECT app.app_id, min(step.day) AS day
    FROM horizon
    CROSS JOIN LATERAL projection.activity_steps(horizon.moment) AS step
    INNER JOIN log.app ON app.app = step.app
    WHERE step.day <= horizon.last_day
    GROUP BY app.app_id
)

SELECT key_number.app_id, key_number.measure, key_number.part, key_number.base, rate.*, app_start.day
FROM key_number
LEFT JOIN app_start ON app_start.app_id = key_number.app_id
CROSS JOIN LATERAL stats.published_rate(key_number.part, key_number.base) AS rate
ORDER BY key_number.app_id COLLATE "C", key_number.measure COLLATE "C"
$$;
