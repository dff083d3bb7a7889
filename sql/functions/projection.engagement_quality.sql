-- The measures of data quality that all events or engagement events decide, by the day of the effective time: a row for
-- each app with an event in the range and each of unsent_opens, clocks_corrected, conflicting_ids and the latencies.
-- Metrics: Data quality. from_day, to_day: inclusive; known_by: the horizon.
CREATE OR REPLACE FUNCTION projection.engagement_quality(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (app integer, measure text, value numeric)
LANGUAGE sql STABLE
AS $$
WITH latency AS MATERIALIZED (
    SELECT known.* FROM projection.latencies(from_day, to_day, known_by) AS known
),

total AS (
    SELECT
        latency.app,
        sum(latency.events) AS events,
        sum(latency.over_24h) AS over_24h,
        sum(latency.clocks_corrected) AS clocks_corrected
    FROM latency
    GROUP BY latency.app
),

-- A horizon before that of the state needs nothing but this: what is sampled is kept with its time of receipt.
conflicting AS (
    SELECT named.app, count(*) AS ids
    FROM (
        SELECT event.app, event.installation_id, event.id
        FROM projection.sampled_event AS event
        WHERE event.received_at <= known_by
            AND (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
                BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
        GROUP BY event.app, event.installation_id, event.id
        HAVING count(*) > 1
    ) AS named
    GROUP BY named.app
),

class AS (
    SELECT latency.app, latency.size_class, sum(latency.events) AS events
    FROM latency
    GROUP BY latency.app, latency.size_class
),

-- The class of the event at the place ⌈q·n⌉, counted from 1.
percentile AS (
    SELECT
        placed.app,
        min(placed.size_class) FILTER (WHERE placed.place * 100 >= placed.all_events * 50) AS half,
        min(placed.size_class) FILTER (WHERE placed.place * 100 >= placed.all_events * 95) AS most
    FROM (
        SELECT
            class.app,
            class.size_class,
            sum(class.events) OVER (PARTITION BY class.app ORDER BY class.size_class) AS place,
            sum(class.events) OVER (PARTITION BY class.app) AS all_events
        FROM class
    ) AS placed
    GROUP BY placed.app
)

SELECT total.app, measured.measure, measured.value
FROM total
LEFT JOIN conflicting ON conflicting.app = total.app
LEFT JOIN projection.unsent_opens(from_day, to_day, known_by) AS unsent ON unsent.app = total.app
LEFT JOIN percentile ON percentile.app = total.app
CROSS JOIN LATERAL (VALUES
    ('unsent_opens', coalesce(unsent.opens, 0)),
    ('clocks_corrected', total.clocks_corrected),
    ('conflicting_ids', coalesce(conflicting.ids, 0)),
    ('latency_p50_seconds', analytics.published(projection.class_seconds(percentile.half))),
    ('latency_p95_seconds', analytics.published(projection.class_seconds(percentile.most))),
    ('latency_over_24h_rate', analytics.published(total.over_24h / total.events))
) AS measured (measure, value)
$$;
COMMENT ON FUNCTION projection.engagement_quality(date, date, timestamptz) IS
    'The measures of data quality that engagement events take part in, by app over a range of days.';
