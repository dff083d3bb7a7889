-- Steps 1 to 3 of the activity projection for an erasure: the sets of days of the erased installations as they were,
-- and empty ones in their place, so that the next steps subtract them. Reads `erased` and installation_activity.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
SELECT
    known.app,
    known.installation_id,
    ROW(known.active_28d, known.openers_28d, known.reachable)::projection.activity_days AS before,
    ROW('{}', '{}', '{}')::projection.activity_days AS after
FROM installation_activity AS known
INNER JOIN erased ON erased.installation_id = known.installation_id
