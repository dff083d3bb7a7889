-- Returns what a reject's detail says, without what it quotes of the rejected bytes and where. For example, "type is
-- unknown; it is buy" becomes "type is unknown", and "byte 12: a second member has the name id" becomes "a second member
-- has the same name".
CREATE OR REPLACE FUNCTION analytics.reject_words(detail text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT regexp_replace(
    regexp_replace(split_part(split_part(detail, '; it is ', 1), '; did you mean ', 1), '^byte [0-9]+:? ', ''),
    ' has the name .*$', ' has the same name'
)
$$;
COMMENT ON FUNCTION analytics.reject_words(text) IS
    'What was wrong with a rejected event, without any text quoted from it.';
