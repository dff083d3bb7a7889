-- Returns the parts of an app to which a count by OS or campaign belongs: each a dimension and its value (name). kind:
-- os or campaign; value: the number of either, 0 if none is known.
CREATE OR REPLACE FUNCTION projection.parts_of(kind text, value integer) RETURNS TABLE (dimension text, name text)
LANGUAGE sql STABLE
AS $$
SELECT part.dimension, coalesce(part.name, '')
FROM (SELECT) AS count
LEFT JOIN log.os ON kind = 'os' AND os.os = value
LEFT JOIN log.word ON kind = 'campaign' AND word.word = value
CROSS JOIN LATERAL (
    VALUES
        (kind, 'all', NULL),
        ('os', 'platform', os.os_name),
        ('os', 'os', os.os_name || ' ' || os.major),
        ('os', 'os_version', os.os_name || ' ' || os.major || '.' || os.minor),
        ('campaign', 'campaign', word.text)
) AS part (of_kind, dimension, name)
WHERE part.of_kind = kind
$$;
