-- Returns what findings call a part of an app, such as iOS 17.4 or app version 5.0; null for the whole app.
CREATE OR REPLACE FUNCTION metric.subject(dimension text, name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE dimension
    WHEN 'all' THEN NULL
    WHEN 'os_version' THEN name
    ELSE replace(dimension, '_', ' ') || ' ' || name
END
$$;
