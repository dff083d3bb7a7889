-- Tests that a function returns rows with these values in these columns, and no other rows, in any order. question:
-- what stands after FROM; unnest(ARRAY[funnel]) gives a group its columns. A row is the text of ROW(columns).
CREATE FUNCTION pg_temp.gives(rule text, question text, columns text, VARIADIC answer text[]) RETURNS text
LANGUAGE sql
AS $$
SELECT bag_eq(
    format('SELECT ROW(%s)::text FROM %s', columns, question), answer,
    format('%s: %s', split_part(question, '(', 1), rule)
)
$$;
