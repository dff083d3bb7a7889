-- Steps 1 to 3 of the activity projection for an erasure: the days of whoever is erased as they were, and none in their place,
-- so that the steps behind take away what they count. Reads the work table `erased` and installation_activity.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
SELECT
    known.app,
    known.installation_id,
    true AS is_known,
    known.active_28d AS active_28d_before,
    known.openers_28d AS openers_28d_before,
    known.reachable AS reachable_before,
    '{}'::datemultirange AS active_28d,
    '{}'::datemultirange AS openers_28d,
    '{}'::datemultirange AS reachable
FROM installation_activity AS known
INNER JOIN erased ON erased.installation_id = known.installation_id
