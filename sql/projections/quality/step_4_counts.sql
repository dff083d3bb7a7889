-- Step 4 of the quality projection: adds the events of the work table of steps 1 and 2 to the cells (rows of counters).
SELECT projection.count_events(1, settings.time_zone) FROM settings
