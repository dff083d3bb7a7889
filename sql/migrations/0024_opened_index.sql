-- Opens of notifications apart from app opens, of which one device may have any number within a minute. Run once, by the
-- migrator, as the owner. Reads projection.opening.
CREATE INDEX opening_of_notification ON projection.opening (installation_id, app, effective_at)
    WHERE type = 'notification_opened';
