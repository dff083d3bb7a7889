-- The levels at which a system is counted: its version, its major, and all of the app (os_name and os_version are null).
-- family: versions of one name are one, and when rows are withheld, each is weighed among those of its level, app and family.
CREATE OR REPLACE FUNCTION projection.os_levels()
RETURNS TABLE (os integer, level text, os_name text, os_version text, family text)
LANGUAGE sql STABLE
AS $$
SELECT os.os, level.*
FROM log.os
CROSS JOIN LATERAL (
    VALUES
        ('version', os.os_name, os.major || '.' || os.minor, os.os_name),
        ('major', os.os_name, os.major::text, os.os_name || ' ' || os.major),
        ('app', NULL, NULL, NULL)
) AS level (level, os_name, os_version, family)
$$;
