-- Returns how many rows of a state table are in only one of projection and projection_next. On a cluster another definition
-- adds up the parts.
CREATE OR REPLACE FUNCTION projection.differing_rows(name text) RETURNS bigint
LANGUAGE sql STABLE
AS $$
SELECT projection.count_differences(
    format('projection.%I', name)::regclass, format('projection_next.%I', name)::regclass
)
$$;

-- Returns how many rows are in only one of two tables with the same columns: the larger of both counts.
CREATE OR REPLACE FUNCTION projection.count_differences(old regclass, new regclass) RETURNS bigint
LANGUAGE plpgsql STABLE
AS $$
DECLARE
    differing bigint;
BEGIN
    EXECUTE format(
        'SELECT greatest('
        '(SELECT count(*) FROM (TABLE %1$s EXCEPT ALL TABLE %2$s) AS old_row),'
        '(SELECT count(*) FROM (TABLE %2$s EXCEPT ALL TABLE %1$s) AS new_row))', old, new)
    INTO differing;
    RETURN differing;
END
$$;
