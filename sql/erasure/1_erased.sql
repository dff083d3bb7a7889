-- Step 1 of an erasure: the work table `erased`, of whoever is erased.
-- $1: installation_ids, any of which may be named twice.
CREATE TEMPORARY TABLE erased ON COMMIT DROP AS
SELECT DISTINCT named.installation_id FROM unnest($1::uuid[]) AS named (installation_id)
