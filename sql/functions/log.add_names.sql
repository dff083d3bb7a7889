-- Adds the names of a batch that the dictionaries lack. systems: such as "iOS 17.4.1". NOT EXISTS keeps known names from
-- using up numbers of the sequence. Rows are sorted, and apps come before words and words before systems, so that two
-- writers that add the same names don't deadlock.
CREATE OR REPLACE FUNCTION log.add_names(apps text[], words text[], systems text[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO log.app (app_id)
    SELECT new_app.app_id FROM unnest(apps) AS new_app (app_id)
    WHERE NOT EXISTS (SELECT FROM log.app WHERE app.app_id = new_app.app_id)
    ORDER BY new_app.app_id COLLATE "C"
    ON CONFLICT DO NOTHING;

    INSERT INTO log.word (text)
    SELECT new_word.text FROM unnest(words) AS new_word (text)
    WHERE NOT EXISTS (SELECT FROM log.word WHERE word.text = new_word.text)
    ORDER BY new_word.text COLLATE "C"
    ON CONFLICT DO NOTHING;

    INSERT INTO log.os (os_name, major, minor, patch)
    SELECT part.os_name, part.major, part.minor, part.patch
    FROM unnest(systems) AS new_os (name)
    CROSS JOIN LATERAL log.system_parts(new_os.name) AS part
    WHERE NOT EXISTS (
        SELECT FROM log.os
        WHERE (os.os_name, os.major, os.minor, os.patch) = (part.os_name, part.major, part.minor, part.patch)
    )
    ORDER BY part.os_name COLLATE "C", part.major, part.minor, part.patch
    ON CONFLICT DO NOTHING;
END
$$;
