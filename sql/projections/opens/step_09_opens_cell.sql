-- Step 9 of the opens projection: adds the changes of steps 4 and 7 to the cells (rows of counters) of each dimension.
INSERT INTO opens_cell AS cell (
    {sends+people_of_day+opened_24h: #}, app, day, value, dimension
)
SELECT
    {sends+people_of_day+opened_24h: sum(change.sign * change.#)},
    change.app,
    change.day,
    CASE dimension WHEN 'os' THEN change.os WHEN 'campaign' THEN change.campaign ELSE change.hour_of_week END
        AS value,
    dimension
FROM changed_count AS change
CROSS JOIN unnest('{os,campaign,hour}'::text[]) AS dimension
-- Rows of openers have no hour and campaign; rows of opens without a send have no OS either.
WHERE change.os IS NOT NULL AND (dimension = 'os' OR change.hour_of_week IS NOT NULL)
GROUP BY change.day, change.app, dimension, value
ORDER BY change.day, change.app, dimension, value
ON CONFLICT (day, app, dimension, value) DO UPDATE SET
    {sends+people_of_day+opened_24h: # = cell.# + excluded.#}
