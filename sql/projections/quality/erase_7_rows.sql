-- An erasure in the quality projection: takes away what the erased events that are counted add to the cells, and all rows of
-- whoever is erased. No state stands behind these cells but the events themselves. Reads the work tables `erased` and
-- `erased_event`, log.batch, latency_counted and settings.
CREATE TEMPORARY TABLE uncounted ON COMMIT DROP AS
SELECT
    event.app,
    (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    coalesce(event.app_version, 0) AS app_version,
    event.effective_at <> event.occurred_at AS is_corrected,
    projection.latency(event.received_at, event.effective_at) AS latency
FROM erased_event AS event
INNER JOIN log.batch ON batch.batch_id = event.batch_id
WHERE batch.position <= (SELECT latency_counted.position FROM latency_counted)
    AND isfinite(event.effective_at);

UPDATE latency_cell AS cell
SET
    events = cell.events - gone.events,
    over_24h = cell.over_24h - gone.over_24h,
    clocks_corrected = cell.clocks_corrected - gone.clocks_corrected
FROM (
    SELECT
        uncounted.app,
        uncounted.day,
        projection.span_class(uncounted.latency) AS size_class,
        count(*) AS events,
        count(*) FILTER (WHERE uncounted.latency > 86400000000) AS over_24h,
        count(*) FILTER (WHERE uncounted.is_corrected) AS clocks_corrected
    FROM uncounted
    GROUP BY uncounted.app, uncounted.day, projection.span_class(uncounted.latency)
) AS gone
WHERE cell.app = gone.app AND cell.day = gone.day AND cell.size_class = gone.size_class;
DELETE FROM latency_cell AS cell WHERE cell.events = 0;

UPDATE version_cell AS cell
SET events = cell.events - gone.events
FROM (
    SELECT uncounted.app, uncounted.day, uncounted.app_version, count(*) AS events
    FROM uncounted
    GROUP BY uncounted.app, uncounted.day, uncounted.app_version
) AS gone
WHERE cell.app = gone.app AND cell.day = gone.day AND cell.app_version = gone.app_version;
DELETE FROM version_cell AS cell WHERE cell.events = 0;

DELETE FROM sampled_event AS event USING erased WHERE event.installation_id = erased.installation_id;
DROP TABLE pg_temp.uncounted
