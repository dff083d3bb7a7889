-- Step 2 of the opens projection: what the days of the new openings count before them (n = −1) and with them (n = 1), which step 3
-- adds. Days that they don't touch cancel out. Reads the work table of step 1, opening as it was before this step, and settings.
CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
SELECT sum(day.n) AS n, day.app, day.day, day.os, day.measure
FROM (
    SELECT
        projection.fresh_spans() AS spans,
        ARRAY(
            SELECT (
                event.effective_at, event.occurred_at, event.app, event.os, event.type, event.is_local,
                event.installation_id, event.id
            )::projection.told_opening
            FROM fresh_event AS event
            WHERE event.type IN ('notification_opened', 'app_opened')
        ) AS openings
    OFFSET 0
) AS fresh
CROSS JOIN LATERAL projection.active_days(fresh.spans, NULL, NULL, NULL, NULL, fresh.openings) AS day
GROUP BY day.app, day.day, day.os, day.measure
