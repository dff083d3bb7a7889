-- Returns the levels at which an OS is counted: its version, its major, and the whole app (os_name, os_version null).
-- family: divides the rows of a level and app into groups for metric.is_withheld: versions of one OS; one major each.
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
