-- Which installations are in no journey, and why, for `bellwether status`: the first hundred by id. Reads the projections.
SELECT aside.installation_id, aside.reason
FROM projection.set_aside_v1 AS aside
ORDER BY aside.installation_id, aside.app
LIMIT 100
