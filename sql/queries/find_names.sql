-- Returns the numbers of names in the dictionaries, with 0 for apps ($1), 1 for words ($2), 2 for systems ($3, as in
-- log.add_names).
SELECT 0, app.app_id, app.app FROM log.app WHERE app.app_id = ANY ($1::text[])
UNION ALL
SELECT 1, word.text, word.word FROM log.word WHERE word.text = ANY ($2::text[])
UNION ALL
SELECT 2, system.name, os.os
FROM unnest($3::text[]) AS system (name)
CROSS JOIN LATERAL log.system_parts(system.name) AS part
INNER JOIN log.os USING (os_name, major, minor, patch)
