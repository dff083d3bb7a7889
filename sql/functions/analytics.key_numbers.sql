-- Returns the overview's numbers for each app, and those of the previous range (as long, right before). Metrics: all.
-- measure: grant_rate; first_open_24h (of those who allowed at least 24 hours ago: who opened a notification within 24
-- hours); keep_rate; open_rate_24h, of sends whose 24 hours are over; direct_open_rate; influenced_open_rate;
-- reach_rate_28d, at the last day's end; prompted, a count.
-- For the previous range, prompts are as known at the same age; all is null if it starts before the app's first day.
-- first_day: the first day of either range by which the app had events.
CREATE OR REPLACE FUNCTION analytics.key_numbers(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {key_numbers: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH period AS (
    SELECT false AS is_before, from_day AS first_day, to_day AS last_day
    UNION ALL
    SELECT true, from_day - (to_day - from_day + 1), from_day - 1
),

activity AS MATERIALIZED (
    SELECT app.app_id, activity.day, activity.active_28d, activity.reachable_28d
    FROM projection.activity(
        (SELECT metric.last_day(min(period.first_day), metric.cutoff(as_of)) FROM period), to_day,
        (SELECT metric.cutoff(as_of))
    ) AS activity
    INNER JOIN log.app ON app.app = activity.app
),

prompts AS MATERIALIZED (
    SELECT counts.*
    FROM projection.change_counts((SELECT metric.cutoff(as_of)), from_day, to_day) AS counts
),

fraction AS (
    SELECT 'keep_rate' AS measure, trial.app_id, period.is_before, trial.kept AS part, trial.ended AS base
    FROM period
    CROSS JOIN LATERAL projection.provisional_levels(
        period.first_day, period.last_day, (SELECT metric.cutoff(as_of)), minimum_cell
    ) AS trial
    WHERE trial.level = 'app'
    UNION ALL
    SELECT rate.measure, cell.app_id, period.is_before, rate.part, rate.base
    FROM period
    CROSS JOIN LATERAL projection.opens_levels(
        period.first_day, period.last_day, (SELECT metric.cutoff(as_of)), minimum_cell, '{app}'
    ) AS cell
    CROSS JOIN LATERAL (VALUES
        ('open_rate_24h', (cell.opens_24h).opened_24h, (cell.opens_24h).sent_24h),
        ('direct_open_rate', (cell.opens).direct_opens, (cell.opens).sent),
        ('influenced_open_rate', (cell.opens).influenced_opens, (cell.opens).sent)
    ) AS rate (measure, part, base)
    UNION ALL
    SELECT 'reach_rate_28d', activity.app_id, period.is_before,
        CASE WHEN NOT metric.is_small(activity.active_28d, minimum_cell) THEN activity.reachable_28d END,
        CASE WHEN NOT metric.is_small(activity.active_28d, minimum_cell) THEN activity.active_28d END
    FROM period
    INNER JOIN activity ON activity.day = least(
        period.last_day, (SELECT stats.day(metric.cutoff(as_of)))
    )
    UNION ALL
    SELECT rate.measure, total.app_id, range.is_before,
        CASE WHEN NOT metric.is_small(range.prompted, minimum_cell) THEN rate.part END,
        CASE WHEN NOT metric.is_small(range.prompted, minimum_cell) THEN rate.base END
    FROM prompts AS total
    CROSS JOIN LATERAL (VALUES
        (false, total.prompted, total.granted, total.settled, total.opened_24h, total.eligible_24h),
        (
            true, total.prompted_before, total.granted_before, total.settled_before, total.opened_24h_before,
            total.eligible_24h_before
        )
    ) AS range (is_before, prompted, granted, settled, opened_24h, eligible_24h)
    CROSS JOIN LATERAL (VALUES
        ('grant_rate', range.granted, range.settled), ('first_open_24h', range.opened_24h, range.eligible_24h),
        ('prompted', range.prompted, NULL)
    ) AS rate (measure, part, base)
    WHERE total.dimension = 'all'
),

key_number AS (
    SELECT
        fraction.app_id,
        fraction.measure,
        sum(fraction.part) FILTER (WHERE NOT fraction.is_before)::bigint AS part,
        sum(fraction.base) FILTER (WHERE NOT fraction.is_before)::bigint AS base,
        sum(fraction.part) FILTER (WHERE fraction.is_before)::bigint AS part_before,
        sum(fraction.base) FILTER (WHERE fraction.is_before)::bigint AS base_before
    FROM fraction
    GROUP BY fraction.app_id, fraction.measure
)

SELECT
    key_number.app_id,
    key_number.measure,
    key_number.part,
    key_number.base,
    earlier_number.part_before,
    earlier_number.base_before,
    rate.*,
    rate_before.*,
    change.difference,
    change.low,
    change.high,
    stats.published(change.p),
    stats.published((split.parts).mix),
    -- Not rounded separately, so that the published parts add up to the published difference.
    round(change.difference, 6) - round((split.parts).mix::numeric, 6),
    coverage.first_day,
    coverage.is_covered
FROM key_number
-- projection.activity has a row for each app on every day from the app's first.
CROSS JOIN LATERAL (
    SELECT
        min(activity.day) AS first_day,
        coalesce(bool_or(activity.day = (SELECT period.first_day FROM period WHERE period.is_before)), false) AS is_covered
    FROM activity
    WHERE activity.app_id = key_number.app_id
) AS coverage
LEFT JOIN LATERAL (SELECT key_number.* WHERE coverage.is_covered) AS earlier_number ON true
CROSS JOIN LATERAL stats.published_rate(key_number.part, key_number.base) AS rate
CROSS JOIN LATERAL stats.published_rate(earlier_number.part_before, earlier_number.base_before) AS rate_before
CROSS JOIN LATERAL stats.published_difference(
    key_number.part, key_number.base, earlier_number.part_before, earlier_number.base_before
) AS change
LEFT JOIN LATERAL (
    SELECT stats.kitagawa(
        array_agg(cell.granted_before), array_agg(cell.settled_before), array_agg(cell.granted), array_agg(cell.settled)
    ) AS parts
    FROM prompts AS cell
    WHERE cell.dimension = 'os_version' AND cell.app_id = key_number.app_id
) AS split ON key_number.measure = 'grant_rate' AND change.difference IS NOT NULL
ORDER BY key_number.app_id COLLATE "C", key_number.measure COLLATE "C"
$$;
