-- Step 2 of the opens projection: takes away what the days around the new openings counted before them; step 4 adds what they count
-- with them. Days that the new openings don't touch cancel out.
-- Reads the work table of step 1, opening as it was before this step, and settings.
CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
SELECT -count(*) AS n, day.app, day.day, day.os, day.measure
FROM projection.active_days(projection.fresh_spans(), NULL, NULL, NULL, NULL) AS day
GROUP BY day.app, day.day, day.os, day.measure
