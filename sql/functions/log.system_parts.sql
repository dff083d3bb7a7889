-- Returns the parts of a system's name, such as "iOS 17.4.1".
CREATE OR REPLACE FUNCTION log.system_parts(
    name text, OUT os_name text, OUT major smallint, OUT minor smallint, OUT patch smallint
)
LANGUAGE sql IMMUTABLE
AS $$
SELECT
    split_part(name, ' ', 1),
    split_part(split_part(name, ' ', 2), '.', 1)::smallint,
    split_part(split_part(name, ' ', 2), '.', 2)::smallint,
    split_part(split_part(name, ' ', 2), '.', 3)::smallint
$$;
