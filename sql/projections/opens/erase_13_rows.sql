-- The end of an erasure in the opens projection: deletes all rows of the erased installations. Reads the work tables
-- `erased_installation` and changed_notification.
DELETE FROM notification
USING changed_notification AS old_notification
WHERE notification.notification_id = old_notification.notification_id
    AND notification.installation_id = old_notification.installation_id
    AND notification.app = old_notification.app;
DELETE FROM opening USING erased_installation WHERE opening.installation_id = erased_installation.installation_id;
DROP TABLE pg_temp.changed_notification, pg_temp.changed_count
