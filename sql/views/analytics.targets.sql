-- The targets of each app: its own, otherwise that of all apps.
CREATE OR REPLACE VIEW analytics.targets AS
SELECT DISTINCT ON (app.app_id COLLATE "C", target.measure) app.app_id, target.measure, stats.published(target.value) AS target
FROM analytics.target
INNER JOIN log.app ON app.app_id = target.app_id OR target.app_id IS NULL
ORDER BY app.app_id COLLATE "C", target.measure, target.app_id IS NULL;
