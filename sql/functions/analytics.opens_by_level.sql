-- Returns the sends of a range of days whose first 24 hours are over, and how many were opened directly in these, by app
-- and level of the receiver at the time of the send (null: it was not reachable). Metrics: Opens, The journey of an
-- installation (level), Privacy. Counts send by send, because a late permission event can change the level of sends that
-- were counted. Reads the table notification if all of it was received by as_of, otherwise finds the sends in the log.
CREATE OR REPLACE FUNCTION analytics.opens_by_level(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opens_by_level: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS (
    SELECT metric.cutoff(as_of) AS cutoff
),

receiver AS (
    SELECT
        send.app,
        send.installation_id,
        metric.level(journey.status[entry.i], substr(journey.levels, entry.i, 1)) AS level,
        count(*) AS sent_24h,
        count(*) FILTER (WHERE send.is_opened_24h) AS opened_24h
    FROM projection.sends_24h(from_day, to_day, (SELECT horizon.cutoff FROM horizon)) AS send
    LEFT JOIN projection.journeys_as_of((SELECT horizon.cutoff FROM horizon)) AS journey
        ON journey.installation_id = send.installation_id AND journey.app = send.app
    CROSS JOIN LATERAL (SELECT nullif(width_bucket(send.send_at, journey.status_from), 0) AS i) AS entry
    GROUP BY 1, 2, 3
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((cell.people, ARRAY[cell.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM (
        SELECT
            receiver.app,
            receiver.level,
            count(*) AS people,
            sum(receiver.sent_24h)::bigint AS sent_24h,
            sum(receiver.opened_24h)::bigint AS opened_24h
        FROM receiver
        GROUP BY 1, 2
    ) AS cell
    WINDOW places AS (
        ORDER BY cell.app, coalesce(cell.level, '') COLLATE "C" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT app.app_id, table_row.level, visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.sent_24h, table_row.opened_24h, rate.*
    FROM stats.published_rate(table_row.opened_24h, table_row.sent_24h) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", coalesce(table_row.level, '') COLLATE "C"
$$;
