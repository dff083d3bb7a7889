-- Objects of the program's schemas that were dropped or changed since the newest migration; on a server of another
-- major version only those that were dropped.
SELECT 'error', format(
    'The %s %s was %s since Bellwether made it: restore the schema from a dump, or make it again as its file under sql/ says.',
    listed.kind, listed.name, CASE WHEN live.name IS NULL THEN 'dropped' ELSE 'changed' END
)
FROM bellwether.inventory AS listed
LEFT JOIN bellwether.live_objects() AS live ON (live.kind, live.name) = (listed.kind, listed.name)
WHERE live.name IS NULL
    OR live.server_major = listed.server_major AND live.definition_hash <> listed.definition_hash
ORDER BY listed.kind, listed.name
LIMIT 20
