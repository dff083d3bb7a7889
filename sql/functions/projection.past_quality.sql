-- The rows of quality_cell as they were at a past horizon, for projection.past. Metrics: Data quality.
-- Reads all of the log. Permission events are read from their own table: the identities that they have among the others
-- go with their months, and name no version.
CREATE OR REPLACE FUNCTION projection.past_quality(known_by timestamptz) RETURNS SETOF projection.quality
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    count(*),
    count(*) FILTER (WHERE counted.is_over_24h),
    count(*) FILTER (WHERE counted.is_corrected),
    event.app,
    counted.day,
    coalesce(counted.size_class, counted.app_version),
    CASE grouping(counted.size_class) WHEN 0 THEN 'size_class' ELSE 'app_version' END
FROM (
    SELECT
        engagement.effective_at, engagement.occurred_at, engagement.received_at, engagement.app, engagement.app_version
    FROM projection.events_between('-infinity', 'infinity', known_by, projection.held('quality')) AS engagement
    UNION ALL
    SELECT
        permission.effective_at, permission.occurred_at, permission.received_at, permission.app, permission.app_version
    FROM log.permission_event AS permission
    WHERE permission.received_at <= known_by
        AND NOT permission.batch_id <@ (SELECT projection.batches(projection.held('quality')))
        AND isfinite(permission.effective_at)
    -- Apart by its OFFSET, since on a cluster's tables there are no GROUPING SETS.
    OFFSET 0
) AS event
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.counted_event(
    event.effective_at, event.occurred_at, event.received_at, event.app_version, settings.time_zone
) AS counted
GROUP BY event.app, counted.day, GROUPING SETS (counted.size_class, counted.app_version)
$$;
