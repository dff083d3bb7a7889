-- Returns how many people turned notifications off, and how many opened one, in the 28 days that end with to_day, by app
-- and the number of sends in the 28 days before these. Sends of the days themselves would be fewer for people who turned
-- notifications off in them. Metrics: Turn-offs, Privacy. from_day: has no effect; to_day: at most the horizon's day.
CREATE OR REPLACE FUNCTION analytics.turn_offs_by_frequency(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {turn_offs_by_frequency: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS MATERIALIZED (
    SELECT
        cutoff.moment,
        span.last_day,
        (span.last_day - 27)::timestamp AT TIME ZONE settings.time_zone - interval '1 us' AS before,
        (span.last_day + 1)::timestamp AT TIME ZONE settings.time_zone - interval '1 us' AS after
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS cutoff (moment)
    CROSS JOIN LATERAL (SELECT metric.last_day(to_day, cutoff.moment)) AS span (last_day)
    CROSS JOIN projection.settings
),

person AS (
    SELECT
        journey.app,
        journey.installation_id,
        journey.status[width_bucket((SELECT horizon.after FROM horizon), journey.status_from)] = 'denied' AS is_off
    FROM projection.journeys_as_of((SELECT horizon.moment FROM horizon)) AS journey
    WHERE metric.is_reachable(
        journey.status[width_bucket((SELECT horizon.before FROM horizon), journey.status_from)]
    )
),

audience AS (
    SELECT send.app, send.installation_id, count(*) AS sends
    FROM projection.sends(
        (SELECT horizon.last_day - 55 FROM horizon), (SELECT horizon.last_day - 28 FROM horizon),
        (SELECT horizon.moment FROM horizon)
    ) AS send
    GROUP BY send.app, send.installation_id
),

opener AS (
    SELECT opener.app, opener.installation_id, true AS has_opened
    FROM projection.openers_28d((SELECT horizon.last_day FROM horizon), (SELECT horizon.moment FROM horizon)) AS opener
),

-- FULL JOIN, because the planner expects few people and would compare each with each send and opener. The filter keeps it
-- from making other joins of them.
cell AS (
    SELECT
        app,
        width_bucket(coalesce(audience.sends, 0), '{1,3,5,9,17,33}'::bigint[]) AS class,
        count(*) AS people,
        count(*) FILTER (WHERE person.is_off) AS turned_off,
        count(*) FILTER (WHERE opener.has_opened) AS openers
    FROM person
    FULL JOIN audience USING (app, installation_id)
    FULL JOIN opener USING (app, installation_id)
    WHERE coalesce(person.is_off IS NOT NULL, false)
    GROUP BY 1, 2
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((cell.people, ARRAY[cell.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (ORDER BY cell.app, cell.class ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)

SELECT
    app.app_id,
    ('{0,1-2,3-4,5-8,9-16,17-32,33+}'::text[])[table_row.class + 1],
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.people, table_row.turned_off, turned_off_rate.*, table_row.openers, opener_rate.*
    FROM stats.published_rate(table_row.turned_off, table_row.people) AS turned_off_rate
    CROSS JOIN stats.published_rate(table_row.openers, table_row.people) AS opener_rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.class
$$;
