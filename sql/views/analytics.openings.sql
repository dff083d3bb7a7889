-- When each installation opened a notification or the app. Metrics: Opens. Reads projection.opening and dictionaries. A
-- condition on opened_at uses the index if it is compared with constants; one on installation_id is fast for
-- notifications only.
CREATE OR REPLACE VIEW analytics.openings AS
SELECT
    app.app_id,
    opening.installation_id,
    opening.effective_at AS opened_at,
    opening.type = 'notification_opened' AS is_notification,
    opening.is_local,
    os.os_name,
    os.major || '.' || os.minor AS os_version,
    (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS opened_on
FROM projection.opening
LEFT JOIN log.app ON app.app = opening.app
LEFT JOIN log.os ON os.os = opening.os;
