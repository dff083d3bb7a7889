-- Cuts time into spans. The last one is open-ended, so it includes months that are added later. $1: whether the spans
-- begin at carry_over_until; $2: the ends of months.
SELECT span.starts, span.ends
FROM (
    SELECT
        greatest(
            coalesce(lag(month.ends) OVER by_end, timestamptz '0001-01-01T00:00:00Z'),
            CASE WHEN $1::boolean THEN projection.carry_over_until() END
        ) AS starts,
        CASE
            WHEN lead(month.ends) OVER by_end IS NULL THEN timestamptz '9999-12-31T00:00:00Z'
            ELSE month.ends
        END AS ends
    FROM unnest($2::timestamptz[]) AS month (ends)
    WINDOW by_end AS (ORDER BY month.ends)
) AS span
WHERE span.starts < span.ends
ORDER BY span.ends
