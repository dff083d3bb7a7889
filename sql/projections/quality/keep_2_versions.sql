-- What a rebuild of the quality projection takes over where retention dropped events: the events of the days before by app
-- version, less those that it counts by itself. Reads what projection.counted_twice reads. $1: up to which moment.
INSERT INTO version_cell (events, app, day, app_version)
SELECT kept.events - coalesce(twice.events, 0), kept.app, kept.day, kept.app_version
FROM projection.version_cell AS kept
LEFT JOIN (
    SELECT event.app, event.day, event.app_version, count(*) AS events
    FROM projection.counted_twice($1::timestamptz) AS event
    GROUP BY event.app, event.day, event.app_version
) AS twice ON twice.app = kept.app AND twice.day = kept.day AND twice.app_version = kept.app_version
WHERE kept.day < ($1::timestamptz AT TIME ZONE (SELECT live.time_zone FROM projection.settings AS live))::date
    AND kept.events > coalesce(twice.events, 0)
