-- Step 3 of forgetting an app, after its deliveries were deleted: empties the counts of deliveries, which have no app, and
-- returns the position up to which to count them again; null if none were counted.
WITH old_cell AS (
    DELETE FROM delivery_cell
)

DELETE FROM delivery_counted RETURNING delivery_counted.position
