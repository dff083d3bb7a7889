-- Step 2 of the opens projection: takes away what the days around the new openings counted before them; step 4 adds what they count
-- with them. Days that the new openings don't touch cancel out.
-- Reads the work table of step 1, opening as it was before this step, and settings.
CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
SELECT -count(*) AS n, day.app, day.day, day.os, day.measure
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
