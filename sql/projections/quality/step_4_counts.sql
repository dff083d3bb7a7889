-- Step 4 of the quality projection: adds the new batches' events to the cells. Reads the work table of steps 1 and 2, and settings.
SELECT projection.count_events(1, settings.time_zone) FROM settings
