-- Step 6 of the journey projection: makes the work table `folded`. Reads nothing. May be run twice.
CREATE TEMPORARY TABLE folded (LIKE journey_v1) ON COMMIT DROP
