-- Returns the numbers of a version such as 1.2.3, by which versions are sorted; null for any other text.
CREATE OR REPLACE FUNCTION stats.version_numbers(version text) RETURNS numeric[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE WHEN version ~ '^[0-9]+(\.[0-9]+)*$' THEN string_to_array(version, '.')::numeric[] END
$$;
COMMENT ON FUNCTION stats.version_numbers(text) IS 'The numbers of a version such as 1.2.3; null for other texts.';
