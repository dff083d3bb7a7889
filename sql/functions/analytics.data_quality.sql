-- The nine measures of data quality for each app with an event in a range of days, and a tenth, whatever the range, for an
-- app with installations that are set aside, which have no journey: how many they are. Metrics: Data quality.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest.
CREATE OR REPLACE FUNCTION analytics.data_quality(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    app_id text,
    measure text,
    value numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH engagement AS MATERIALIZED (
    SELECT engagement_quality.*
    FROM projection.engagement_quality(
        from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))
    ) AS engagement_quality
),

permission AS MATERIALIZED (
    SELECT permission_quality.*
    FROM projection.permission_quality(
        from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))
    ) AS permission_quality
),

set_aside AS (
    SELECT aside.app, count(*) AS installations
    FROM projection.set_aside_at((SELECT coalesce(as_of, analytics.horizon()))) AS aside
    GROUP BY aside.app
),

measured AS (
    SELECT engagement.app, engagement.measure, engagement.value
    FROM engagement
    UNION ALL
    -- What was counted of permission events has no row where it is 0.
    SELECT seen.app, wanted.measure, coalesce(permission.value, 0)
    FROM (SELECT DISTINCT engagement.app FROM engagement) AS seen
    CROSS JOIN (VALUES ('orphan_decisions'), ('decided_late'), ('status_jumps')) AS wanted (measure)
    LEFT JOIN permission ON permission.app = seen.app AND permission.measure = wanted.measure
    UNION ALL
    SELECT set_aside.app, 'installations_set_aside', set_aside.installations
    FROM set_aside
)

SELECT app.app_id, measured.measure, measured.value
FROM measured
INNER JOIN log.app ON app.app = measured.app
ORDER BY app.app_id COLLATE "C", measured.measure COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.data_quality(date, date, timestamptz) IS
    'What is odd about the events of a range of days, by app: nine measures; a tenth where installations are set aside.';
