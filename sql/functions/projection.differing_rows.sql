-- How many rows of a state table are not the same in the schemas projection and projection_next: those that one of them
-- lacks. name: of the table in both.
CREATE OR REPLACE FUNCTION projection.differing_rows(name text) RETURNS bigint
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    differing bigint;
BEGIN
    EXECUTE format(
        'SELECT greatest('
        '(SELECT count(*) FROM (TABLE projection.%1$I EXCEPT ALL TABLE projection_next.%1$I) AS old),'
        '(SELECT count(*) FROM (TABLE projection_next.%1$I EXCEPT ALL TABLE projection.%1$I) AS new))', name)
    INTO differing;
    RETURN differing;
END
$$;
COMMENT ON FUNCTION projection.differing_rows(text) IS 'How many rows of a table a rebuild gives otherwise.';
