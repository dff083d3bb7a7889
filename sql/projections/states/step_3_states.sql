-- Step 3 of the states projection: adds the events of the work table of step 1 to the cells (rows of counters).
SELECT projection.count_states(1, settings.time_zone) FROM settings
