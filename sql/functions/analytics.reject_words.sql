-- Returns what a reject's detail says, without the position and without what it quotes of the delivery's bytes.
CREATE OR REPLACE FUNCTION analytics.reject_words(detail text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT regexp_replace(
    regexp_replace(split_part(detail, '; it is ', 1), '^byte [0-9]+:? ', ''), ' has the name .*$', ' has the same name'
)
$$;
COMMENT ON FUNCTION analytics.reject_words(text) IS
    'What was wrong with a rejected delivery, without what the detail quotes of it.';
