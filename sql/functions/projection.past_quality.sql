-- Returns the rows of a dimension of quality_cell as of a past horizon, called by projection.past. Metrics: Data
-- quality. Reads the whole log. Permission events come from their own table, because the rows that repeat their keys in
-- log.engagement_event are dropped with their month and name no app version.
CREATE OR REPLACE FUNCTION projection.past_quality(as_of timestamptz, dimension text) RETURNS SETOF projection.quality
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    count(*),
    count(*) FILTER (WHERE quality.is_over_24h),
    count(*) FILTER (WHERE quality.is_corrected),
    event.app,
    quality.day,
    CASE dimension WHEN 'size_class' THEN quality.size_class ELSE quality.app_version END AS value,
    dimension
FROM (
    SELECT
        event.effective_at, event.occurred_at, event.app, event.app_version,
        metric.latency(event.received_at, event.effective_at) AS latency
    FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('quality')) AS event
    UNION ALL
    SELECT
        event.effective_at, event.occurred_at, event.app, event.app_version,
        metric.latency(event.received_at, event.effective_at)
    FROM log.permission_event AS event
    WHERE event.received_at <= as_of
        AND NOT event.batch_id <@ (SELECT projection.batches(projection.held('quality')))
        AND isfinite(event.effective_at)
    -- OFFSET 0: see latency in projection.counted_event.
    OFFSET 0
) AS event
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.counted_event(
    event.effective_at, event.occurred_at, event.latency, event.app_version, settings.time_zone
) AS quality
GROUP BY event.app, quality.day, value
$$;
