-- Step 5 of the journey projection: creates the work table `folded`, for the new journeys.
CREATE TEMPORARY TABLE folded (LIKE journey) ON COMMIT DROP
