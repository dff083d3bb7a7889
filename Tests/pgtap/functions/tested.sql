-- How the files of this folder test a function. Rows are compared as text, each as often as it comes, in any order.
-- What a test called is noted in `tested`; that a function gives no rows is too little to be noted.
SET LOCAL TimeZone = 'UTC';

CREATE TEMPORARY TABLE tested (name text NOT NULL);

-- A test that a function gives these rows. question: its call; shown: what of a row is compared, which is called
-- `given`.
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

-- A test that a function leaves these rows behind. deed: its call; question: a query of rows.
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
