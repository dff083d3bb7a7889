-- Objects of the program's schemas that were dropped or changed since the newest migration. On a server of another
-- major version only dropped objects can be detected.
SELECT 'error', format(
    'The %s %s was %s since Bellwether created it: restore the schema from a dump, or create it again from its file under sql/.',
    listed.kind, listed.name, CASE WHEN live.name IS NULL THEN 'dropped' ELSE 'changed' END
)
FROM bellwether.inventory AS listed
LEFT JOIN bellwether.live_objects() AS live ON (live.kind, live.name) = (listed.kind, listed.name)
WHERE live.name IS NULL
    OR live.server_major = listed.server_major AND live.definition_hash <> listed.definition_hash
ORDER BY listed.kind, listed.name
LIMIT 20
