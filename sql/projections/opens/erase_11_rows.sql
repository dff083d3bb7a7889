-- The end of an erasure in the opens projection: takes out all rows of whoever is erased. Reads `erased` and the work tables
-- of the steps before.
DELETE FROM notification
USING changed_notification AS changed
WHERE notification.notification_id = changed.notification_id
    AND notification.installation_id = changed.installation_id
    AND notification.app = changed.app;
DELETE FROM opening USING erased WHERE opening.installation_id = erased.installation_id;
DROP TABLE pg_temp.changed_notification, pg_temp.changed_count
