-- Steps 1 to 3 of the quality projection for a rebuild: the permission events of a range of installations, into the work
-- table fresh_event, and what is counted with them. Reads the log up to the rebuild's head.
-- $1, $2: after which installation_id (null: from the first on), and up to and with which.
SELECT projection.collect_permission_events($1::uuid, $2::uuid)
