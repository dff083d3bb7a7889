-- Functions for testing functions. Rows are compared as text, with duplicates and in any order. Each tested function is
-- recorded in `tested`, except when the expected result is no rows, which proves too little.
SET LOCAL TimeZone = 'UTC';

CREATE TEMPORARY TABLE tested (name text NOT NULL);

-- Tests that a function returns these rows. question: the call; shown: an expression on its row `given`, whose value is
-- compared.
CREATE FUNCTION pg_temp.gives(question text, answer text[], rule text, shown text DEFAULT 'given') RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
    function_name text := split_part(question, '(', 1);
BEGIN
    IF answer <> '{}' THEN
        INSERT INTO tested (name) VALUES (function_name);
    END IF;
    RETURN bag_eq(
        format('SELECT (%s)::text AS given FROM %s AS given', shown, question), answer,
        format('%s: %s', function_name, rule)
    );
EXCEPTION
    WHEN OTHERS THEN
        RETURN fail(format('%s: %s', function_name, rule)) || E'\n' || diag(SQLERRM);
END
$$;

-- Tests that a function leaves these rows behind. deed: the call; question: a query for the rows.
CREATE FUNCTION pg_temp.leaves(deed text, question text, answer text[], rule text) RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
    function_name text := split_part(deed, '(', 1);
BEGIN
    IF answer <> '{}' THEN
        INSERT INTO tested (name) VALUES (function_name);
    END IF;
    EXECUTE format('SELECT FROM %s', deed);
    RETURN bag_eq(
        format('SELECT found::text AS given FROM (%s) AS found', question), answer,
        format('%s: %s', function_name, rule)
    );
EXCEPTION
    WHEN OTHERS THEN
        RETURN fail(format('%s: %s', function_name, rule)) || E'\n' || diag(SQLERRM);
END
$$;
