-- Objects of the program's schemas that were dropped or changed since the newest migration. On a server of another
-- major version only dropped objects can be detected.
SELECT 'error', format(
    'The %s %s was %s since Bellwether created it: restore the schema from a dump, or create it again from its file under sql/.',
    entry.kind, entry.name, CASE WHEN live_object.name IS NULL THEN 'dropped' ELSE 'changed' END
)
FROM bellwether.inventory AS entry
LEFT JOIN bellwether.live_objects() AS live_object ON (live_object.kind, live_object.name) = (entry.kind, entry.name)
WHERE live_object.name IS NULL
    OR live_object.server_major = entry.server_major AND live_object.definition_hash <> entry.definition_hash
ORDER BY entry.kind, entry.name
LIMIT 20
