-- Step 5 of the journey projection: makes the work table `folded`.
CREATE TEMPORARY TABLE folded (LIKE journey_v1) ON COMMIT DROP
