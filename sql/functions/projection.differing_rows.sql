-- Returns how many rows of a state table are in only one of projection and projection_next: the larger of both counts.
CREATE OR REPLACE FUNCTION projection.differing_rows(name text) RETURNS bigint
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    differing bigint;
BEGIN
    IF to_regclass('parts.state') IS NOT NULL THEN
        EXECUTE 'SELECT parts.differing_rows($1)' INTO differing USING name;
        IF differing IS NOT NULL THEN RETURN differing; END IF;
    END IF;
    EXECUTE format(
        'SELECT greatest('
        '(SELECT count(*) FROM (TABLE projection.%1$I EXCEPT ALL TABLE projection_next.%1$I) AS old),'
        '(SELECT count(*) FROM (TABLE projection_next.%1$I EXCEPT ALL TABLE projection.%1$I) AS new))', name)
    INTO differing;
    RETURN differing;
END
$$;
