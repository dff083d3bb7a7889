-- Step 6 of the quality projection: counts the new batches' events by the app version that they name; 0: none. Reads the
-- work table of steps 1 and 2, and settings.
INSERT INTO version_cell AS cell (events, app, day, app_version)
SELECT
    count(*),
    event.app,
    (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    coalesce(event.app_version, 0) AS app_version
FROM fresh_event AS event
GROUP BY event.app, day, coalesce(event.app_version, 0)
ORDER BY event.app, day, coalesce(event.app_version, 0)
ON CONFLICT (app, day, app_version) DO UPDATE SET events = cell.events + excluded.events
