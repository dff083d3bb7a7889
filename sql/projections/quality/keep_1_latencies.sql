-- What a rebuild of the quality projection takes over where retention dropped events: the latencies of the days before, less
-- those that it counts by itself. Reads what projection.counted_twice reads. $1: up to which moment.
INSERT INTO latency_cell (events, over_24h, clocks_corrected, app, day, size_class)
SELECT
    kept.events - coalesce(twice.events, 0),
    kept.over_24h - coalesce(twice.over_24h, 0),
    kept.clocks_corrected - coalesce(twice.clocks_corrected, 0),
    kept.app,
    kept.day,
    kept.size_class
FROM projection.latency_cell AS kept
LEFT JOIN (
    SELECT
        event.app,
        event.day,
        projection.span_class(event.latency) AS size_class,
        count(*) AS events,
        count(*) FILTER (WHERE event.latency > 86400000000) AS over_24h,
        count(*) FILTER (WHERE event.is_corrected) AS clocks_corrected
    FROM projection.counted_twice($1::timestamptz) AS event
    GROUP BY event.app, event.day, projection.span_class(event.latency)
) AS twice ON twice.app = kept.app AND twice.day = kept.day AND twice.size_class = kept.size_class
WHERE kept.day < ($1::timestamptz AT TIME ZONE (SELECT live.time_zone FROM projection.settings AS live))::date
    AND kept.events > coalesce(twice.events, 0)
