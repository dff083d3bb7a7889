-- Returns the levels at which an OS is counted: its version, its major, and the whole app (os_name, os_version null).
CREATE OR REPLACE FUNCTION projection.os_levels()
RETURNS TABLE (os integer, level text, os_name text, os_version text, os_major integer)
LANGUAGE sql STABLE
AS $$
SELECT os.os, level.*
FROM log.os
CROSS JOIN LATERAL (
    VALUES
        ('version', os.os_name, os.major || '.' || os.minor, os.major),
        ('major', os.os_name, os.major::text, os.major),
        ('app', NULL, NULL, NULL)
) AS level (level, os_name, os_version, os_major)
$$;
