-- The first 100 installations that are set aside (have no journey), and why, for `bellwether status`.
SELECT aside.installation_id, app.app_id, aside.reason
FROM projection.readable_installations_set_aside() AS aside
INNER JOIN log.app ON app.app = aside.app
ORDER BY aside.installation_id, app.app_id
LIMIT 100
