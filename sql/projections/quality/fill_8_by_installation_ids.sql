-- Step 4 of the quality projection for a rebuild: the ids of the permission events of a range of installations. Reads the
-- log up to the rebuild's head. $1, $2: after which installation_id (null: from the first on), and up to and with which.
SELECT projection.take_ids_of_permission($1::uuid, $2::uuid)
