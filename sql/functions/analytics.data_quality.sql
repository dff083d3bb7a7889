-- Returns the ten measures of data quality for each app with an event in a range of days. For each app with
-- installations that are set aside (no journey can be computed) an eleventh row counts these, independently of the
-- range.
-- Metrics: Data quality.
CREATE OR REPLACE FUNCTION analytics.data_quality(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    {data_quality: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH total AS (
    SELECT
        cell.app,
        sum(cell.events) AS events,
        sum(cell.over_24h) AS over_24h,
        sum(cell.clocks_corrected) AS clocks_corrected
    FROM projection.quality_totals(
        from_day, to_day, (SELECT metric.cutoff(as_of)), 'app_version'
    ) AS cell
    GROUP BY cell.app
)

SELECT app.app_id, measurement.measure, measurement.value
FROM (
    SELECT total.app, number.measure, number.value
    FROM total
    INNER JOIN projection.latency_classes(from_day, to_day, (SELECT metric.cutoff(as_of))) AS latency
        ON latency.app = total.app
    LEFT JOIN (
        SELECT cell.app, sum(cell.opens) AS opens
        FROM projection.opens_without_send(from_day, to_day, (SELECT metric.cutoff(as_of))) AS cell
        GROUP BY cell.app
    ) AS without_send_total ON without_send_total.app = total.app
    LEFT JOIN projection.shared_installations(from_day, to_day, (SELECT metric.cutoff(as_of))) AS shared_total
        ON shared_total.app = total.app
    LEFT JOIN projection.permission_quality(from_day, to_day, (SELECT metric.cutoff(as_of))) AS permission_quality
        ON permission_quality.app = total.app
    CROSS JOIN LATERAL (VALUES
        ('unsent_opens', coalesce(without_send_total.opens, 0)),
        ('clocks_corrected', total.clocks_corrected),
        ('shared_installations', coalesce(shared_total.installations, 0)),
        ('latency_p50_seconds', stats.published(stats.class_seconds(latency.half))),
        ('latency_p95_seconds', stats.published(stats.class_seconds(latency.most))),
        ('latency_over_24h_rate', stats.published(total.over_24h / total.events)),
        ('orphan_decisions', coalesce(permission_quality.orphan_decisions, 0)),
        ('decided_late', coalesce(permission_quality.decided_late, 0)),
        ('status_jumps', coalesce(permission_quality.status_jumps, 0)),
        ('reassigned', coalesce(permission_quality.reassigned, 0))
    ) AS number (measure, value)
    UNION ALL
    SELECT installation.app, 'installations_set_aside', count(*)
    FROM projection.installations_set_aside((SELECT metric.cutoff(as_of))) AS installation
    GROUP BY installation.app
) AS measurement
INNER JOIN log.app ON app.app = measurement.app
ORDER BY app.app_id COLLATE "C", measurement.measure COLLATE "C"
$$;
