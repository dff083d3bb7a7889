-- Step 1 of an erasure, second part: creates the work table erased_device (temporary), the ids that another product has
-- for devices of the installations to erase. They are needed only to find rejected deliveries that could not be read.
-- $1: the ids; may contain duplicates.
CREATE TEMPORARY TABLE erased_device ON COMMIT DROP AS
SELECT DISTINCT device.device_id FROM unnest($1::text[]) AS device (device_id)
