-- Returns the rows of a dimension of quality_cell as of a past horizon, called by projection.past. Metrics: Data
-- quality. Reads the whole log. Permission events come from their own table, because the rows that repeat their keys in
-- log.engagement_event are dropped with their month and name no app version.
CREATE OR REPLACE FUNCTION projection.past_quality(as_of timestamptz, dimension text) RETURNS SETOF projection.quality
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    count(*),
    count(*) FILTER (WHERE counted.is_over_24h),
    count(*) FILTER (WHERE counted.is_corrected),
    event.app,
    counted.day,
    CASE dimension WHEN 'size_class' THEN counted.size_class ELSE counted.app_version END AS value,
    dimension
FROM (
    SELECT
        engagement.effective_at, engagement.occurred_at, engagement.app, engagement.app_version,
        metric.latency(engagement.received_at, engagement.effective_at) AS latency
    FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('quality')) AS engagement
    UNION ALL
    SELECT
        permission.effective_at, permission.occurred_at, permission.app, permission.app_version,
        metric.latency(permission.received_at, permission.effective_at)
    FROM log.permission_event AS permission
    WHERE permission.received_at <= as_of
        AND NOT permission.batch_id <@ (SELECT projection.batches(projection.held('quality')))
        AND isfinite(permission.effective_at)
    -- OFFSET 0: see latency in projection.counted_event.
    OFFSET 0
) AS event
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.counted_event(
    event.effective_at, event.occurred_at, event.latency, event.app_version, settings.time_zone
) AS counted
GROUP BY event.app, counted.day, value
$$;
