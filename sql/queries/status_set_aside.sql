-- The first 100 installations that are set aside (have no journey), and why, for `bellwether status`.
SELECT installation.installation_id, app.app_id, installation.reason
FROM projection.readable_installations_set_aside() AS installation
INNER JOIN log.app ON app.app = installation.app
ORDER BY installation.installation_id, app.app_id
LIMIT 100
