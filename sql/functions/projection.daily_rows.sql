-- Returns the rows of the daily tables as computed now, to compare them with the rows that reports stored: for
-- restatements, and before and after an erasure. counts: the counts of metric.settled_measures; of some tables the
-- row's keys and rates too. Null if the row is withheld: it has no numbers then, so one that all other rows have is
-- null.
-- os_name, os_version: empty if the table or the row has none. Metrics: Restatement.
CREATE OR REPLACE FUNCTION projection.daily_rows(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE ("table" text, app_id text, day date, os_name text, os_version text, counts jsonb)
LANGUAGE sql STABLE
AS $$
SELECT
    'opt_in_daily', cell.app_id, cell.day, cell.os_name, cell.os_version,
    CASE WHEN (cell.funnel).prompted IS NOT NULL THEN to_jsonb(cell.funnel) END
FROM projection.opt_in_days(from_day, to_day, as_of, minimum_cell, 'version') AS cell
UNION ALL
SELECT
    'reach_daily', cell.app_id, cell.day, coalesce(cell.os_name, ''), coalesce(cell.os_version, ''),
    CASE WHEN cell.reachable IS NOT NULL THEN to_jsonb(cell.*) END
FROM projection.reach_daily(from_day, to_day, as_of, minimum_cell) AS cell
UNION ALL
SELECT
    'turn_offs_daily', cell.app_id, cell.day, coalesce(cell.os_name, ''), coalesce(cell.os_version, ''),
    CASE WHEN cell.turn_offs IS NOT NULL THEN to_jsonb(cell.*) END
FROM projection.turn_offs_daily(from_day, to_day, as_of, minimum_cell) AS cell
UNION ALL
SELECT
    'opens_daily', cell.app_id, cell.day,
    coalesce(cell.os_name, ''), coalesce(cell.os_version, ''),
    CASE WHEN numbers.sent IS NOT NULL THEN to_jsonb(numbers.*) END
FROM projection.opens_levels(from_day, to_day, as_of, minimum_cell, '{version_of_day}') AS cell
CROSS JOIN LATERAL (
    SELECT
        {sends: (cell.opens).#}, {people_of_day: cell.#}, {sent_24h+opened_24h: (cell.opens_24h).#}
) AS numbers
UNION ALL
SELECT
    'activity_daily', cell.app_id, cell.day, '', '',
    CASE WHEN cell.active_28d IS NOT NULL THEN to_jsonb(cell.*) END
FROM projection.activity_daily(from_day, to_day, as_of, minimum_cell) AS cell
$$;
