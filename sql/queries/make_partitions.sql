-- Makes the partitions of some days, and returns all days of their months. $1 and the result: days since 1970.
WITH month AS (
    SELECT DISTINCT date_trunc('month', (date '1970-01-01' + event_day.day)::timestamp)::date AS month
    FROM unnest($1::integer[]) AS event_day (day)
),

creation AS MATERIALIZED (SELECT log.make_partitions(ARRAY(SELECT month.month FROM month)))

SELECT generate_series(month.month - date '1970-01-01', (month.month + interval '1 month')::date - date '1970-01-02')
FROM creation
CROSS JOIN month
