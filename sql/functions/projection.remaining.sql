-- What is left of some numbers when others are taken away, each as often as it is named, in order.
CREATE OR REPLACE FUNCTION projection.remaining(numbers bigint[], taken bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT coalesce(array_agg(left_over.number ORDER BY left_over.number), '{}')
FROM (
    SELECT unnest(numbers) AS number
    EXCEPT ALL
    SELECT unnest(taken)
) AS left_over
$$;
COMMENT ON FUNCTION projection.remaining(bigint[], bigint[]) IS 'The first numbers without the second, ordered.';
