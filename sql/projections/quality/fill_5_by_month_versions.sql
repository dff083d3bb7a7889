-- Step 5 of the quality projection for a rebuild: one month's engagement events by app version. Reads the log up to the
-- rebuild's head, and settings. $1, $2: the month's beginning and end, of effective_at.
INSERT INTO version_cell AS cell (events, app, day, app_version)
SELECT
    count(*),
    event.app,
    (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    coalesce(event.app_version, 0) AS app_version
FROM projection.events_between($1::timestamptz, $2::timestamptz, 'quality') AS event
GROUP BY event.app, day, coalesce(event.app_version, 0)
ORDER BY event.app, day, coalesce(event.app_version, 0)
ON CONFLICT (app, day, app_version) DO UPDATE SET events = cell.events + excluded.events
