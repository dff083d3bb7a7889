-- Steps 1 to 3 of the activity projection for an erasure: the sets of days of the erased installations as they were,
-- and empty ones in their place, so that the next steps subtract them. Reads `erased_installation` and
-- installation_activity.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
SELECT
    activity.app,
    activity.installation_id,
    ROW(activity.active_28d, activity.openers_28d, activity.reachable)::projection.activity_days AS before,
    ROW('{}', '{}', '{}')::projection.activity_days AS after
FROM installation_activity AS activity
INNER JOIN erased_installation ON erased_installation.installation_id = activity.installation_id
