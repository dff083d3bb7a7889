-- Step 5 of the quality projection: stores when each device model was first named by the permission events of steps 1
-- and 2. May be run twice.
SELECT projection.store_models()
