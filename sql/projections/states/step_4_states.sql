-- Step 4 of the states projection: adds the counts of step 3 to the tables.
SELECT projection.add_states()
