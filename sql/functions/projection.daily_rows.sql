-- Returns the rows of the daily tables whose numbers reports keep. counts: the counts of metric.settled_measures and more;
-- null if the row is withheld. os_name, os_version: empty if the table or the row has none. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.daily_rows(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE ("table" text, app_id text, day date, os_name text, os_version text, counts jsonb)
LANGUAGE sql STABLE
AS $$
SELECT
    'opt_in_daily', counted.app_id, counted.day, counted.os_name, counted.os_version,
    CASE WHEN (counted.funnel).prompted IS NOT NULL THEN to_jsonb(counted.funnel) END
FROM projection.opt_in_days(from_day, to_day, as_of, minimum_cell, 'version') AS counted
UNION ALL
SELECT
    'reach_daily', counted.app_id, counted.day, counted.os_name, counted.os_version,
    CASE WHEN counted.reachable IS NOT NULL THEN to_jsonb(counted.*) END
FROM projection.reach_daily(from_day, to_day, as_of, minimum_cell) AS counted
UNION ALL
SELECT
    'opens_daily', counted.app_id, counted.day,
    coalesce(counted.os_name, ''), coalesce(counted.os_version, ''),
    CASE WHEN numbers.sent IS NOT NULL THEN to_jsonb(numbers.*) END
FROM projection.opens_levels(from_day, to_day, as_of, minimum_cell, '{version_of_day}') AS counted
CROSS JOIN LATERAL (
    SELECT
        {sends: (counted.opens).#}, {people_of_day: counted.#}, {sent_24h+opened_24h: (counted.opens_24h).#}
) AS numbers
UNION ALL
SELECT
    'activity_daily', counted.app_id, counted.day, '', '',
    CASE WHEN counted.active_28d IS NOT NULL THEN to_jsonb(counted.*) END
FROM projection.activity_daily(from_day, to_day, as_of, minimum_cell) AS counted
$$;
