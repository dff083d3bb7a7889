-- At most 100 installations whose journey can't be computed (set aside), by id, and why, for `bellwether status`.
SELECT installation.installation_id, app.app_id, installation.reason
FROM projection.installations_set_aside_or_none() AS installation
INNER JOIN log.app ON app.app = installation.app
ORDER BY installation.installation_id, app.app_id
LIMIT 100
