-- Step 4 of the opens projection: adds what the days of step 2 count with the new openings.
-- Reads the work table of step 1, opening with the new rows, and settings.
INSERT INTO changed_day (n, app, day, os, measure)
SELECT count(*), day.app, day.day, day.os, day.measure
FROM projection.active_days(projection.fresh_spans(), NULL, NULL, NULL, NULL) AS day
GROUP BY day.app, day.day, day.os, day.measure
