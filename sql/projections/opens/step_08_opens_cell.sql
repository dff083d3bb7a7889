-- Step 8 of the opens projection: adds the changes of step 4 to the cells (rows of counters) of each dimension.
INSERT INTO opens_cell AS cell (
    {sends+people_of_day+opened_24h: #}, app, day, value, dimension
)
SELECT
    {sends+people_of_day+opened_24h: sum(counted.n * counted.#)},
    counted.app,
    counted.day,
    CASE dimension WHEN 'os' THEN counted.os WHEN 'campaign' THEN counted.campaign ELSE counted.hour_of_week END
        AS value,
    dimension
FROM changed_count AS counted
CROSS JOIN unnest('{os,campaign,hour}'::text[]) AS dimension
-- Rows of openers have no hour and campaign; rows of opens without a send have no OS either.
WHERE counted.os IS NOT NULL AND (dimension = 'os' OR counted.hour_of_week IS NOT NULL)
GROUP BY counted.day, counted.app, dimension, value
ORDER BY counted.day, counted.app, dimension, value
ON CONFLICT (day, app, dimension, value) DO UPDATE SET
    {sends+people_of_day+opened_24h: # = cell.# + excluded.#}
