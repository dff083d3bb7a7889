-- Step 1 of an erasure: creates the work table `erased_installation` (temporary), the ids of the installations to
-- erase.
-- $1: installation_ids; may contain duplicates.
CREATE TEMPORARY TABLE erased_installation ON COMMIT DROP AS
SELECT DISTINCT installation.installation_id FROM unnest($1::uuid[]) AS installation (installation_id)
