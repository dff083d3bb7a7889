-- Makes the partitions of some days, and returns all days of their months. $1 and the result: days since 1970.
WITH wanted AS (
    SELECT DISTINCT date_trunc('month', (date '1970-01-01' + happened.day)::timestamp)::date AS month
    FROM unnest($1::integer[]) AS happened (day)
),

made AS MATERIALIZED (SELECT log.make_partitions(ARRAY(SELECT wanted.month FROM wanted)))

SELECT generate_series(wanted.month - date '1970-01-01', (wanted.month + interval '1 month')::date - date '1970-01-02')
FROM made
CROSS JOIN wanted
