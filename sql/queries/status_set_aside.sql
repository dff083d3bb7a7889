-- Which installations are in no journey, under which app, and why, for `bellwether status`: the first hundred by id. Reads the
-- projections and the log's apps.
SELECT aside.installation_id, app.app_id, aside.reason
FROM projection.set_aside_v1 AS aside
INNER JOIN log.app ON app.app = aside.app
ORDER BY aside.installation_id, app.app_id
LIMIT 100
