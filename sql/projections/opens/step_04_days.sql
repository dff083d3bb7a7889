-- Step 4 of the opens projection: adds what the days of step 2 count with the new openings.
-- Reads the work table of step 1, opening with the new rows, and settings.
INSERT INTO changed_day (n, app, day, os, measure)
SELECT count(*), day.app, day.day, day.os, day.measure
FROM projection.active_days(
    ARRAY(
        SELECT (
            min(event.effective_at) - interval '2 days',
            max(event.effective_at) + interval '2 days',
            event.app,
            event.installation_id
        )::projection.span
        FROM fresh_event AS event
        WHERE event.type IN ('notification_opened', 'app_opened')
        GROUP BY event.installation_id, event.app
        ORDER BY event.installation_id, event.app
    ),
    NULL, NULL, NULL, NULL
) AS day
GROUP BY day.app, day.day, day.os, day.measure
