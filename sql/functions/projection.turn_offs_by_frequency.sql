-- Counts people by app and how often they were sent something: who turned notifications off, and who opened one, in the
-- 28 days that end with last_day, of those who were reachable at the end of the day before these. Metrics: Turn-offs. class:
-- of the number of sends in the 28 days before, from 0, the place among analytics.turn_offs_by_frequency's.
CREATE OR REPLACE FUNCTION projection.turn_offs_by_frequency(last_day date, as_of timestamptz)
RETURNS TABLE (app integer, class integer, people bigint, turned_off bigint, openers bigint)
-- The planner expects few people, and would sort them all to join them.
LANGUAGE sql STABLE SET enable_mergejoin = off
AS $$
WITH moment AS MATERIALIZED (
    SELECT
        projection.start_of_day(last_day - 27, settings.time_zone) - interval '1 us' AS first,
        projection.start_of_day(last_day + 1, settings.time_zone) - interval '1 us' AS last
    FROM projection.settings
),

person AS (
    SELECT
        journey.app,
        journey.installation_id,
        journey.status[width_bucket((SELECT moment.last FROM moment), journey.status_from)] = 'denied' AS is_off
    FROM projection.journeys_as_of(as_of) AS journey
    WHERE metric.is_reachable(journey.status[width_bucket((SELECT moment.first FROM moment), journey.status_from)])
),

audience AS (
    SELECT send.app, send.installation_id, count(*) AS sends
    FROM projection.sends(last_day - 55, last_day - 28, as_of) AS send
    GROUP BY send.app, send.installation_id
),

opener AS (
    SELECT opener.app, opener.installation_id, true AS has_opened
    FROM projection.openers_28d(last_day, as_of) AS opener
)

-- FULL JOIN, because the planner expects few people and would compare each with each send and opener. The filter keeps it
-- from making other joins of them.
SELECT
    app,
    width_bucket(coalesce(audience.sends, 0), '{1,3,5,9,17,33}'::bigint[]),
    count(*),
    count(*) FILTER (WHERE person.is_off),
    count(*) FILTER (WHERE opener.has_opened)
FROM person
FULL JOIN audience USING (app, installation_id)
FULL JOIN opener USING (app, installation_id)
WHERE coalesce(person.is_off IS NOT NULL, false)
GROUP BY 1, 2
$$;
