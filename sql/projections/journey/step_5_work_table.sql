-- Step 5 of the journey projection: creates the work table `new_journey`, for the new journeys.
CREATE TEMPORARY TABLE new_journey (LIKE journey) ON COMMIT DROP
