-- The numbers of two lists in one, in their order, equal ones as often as they come.
CREATE OR REPLACE FUNCTION projection.ordered(numbers bigint[], others bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_agg(n ORDER BY n) FROM unnest(numbers || others) AS n $$;
COMMENT ON FUNCTION projection.ordered(bigint[], bigint[]) IS 'Two lists of numbers as one, ordered.';
