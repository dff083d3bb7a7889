-- Activity over 28 days by app and day, computed straight from the log and the journeys: for a horizon that the state has
-- passed, for the audit, and for tests. Metrics: active_28d, openers_28d, reachable_28d; reachable at the end of the day.
-- Each day is counted anew, over all installations.
-- known_by, up_to: what is known, see known_engagement. from_day, to_day: inclusive.
CREATE OR REPLACE FUNCTION projection.recomputed_activity(
    known_by timestamptz, up_to bigint, time_zone text, from_day date, to_day date
)
RETURNS TABLE (
    app integer,
    day date,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reachable bigint
)
LANGUAGE sql STABLE
AS $$
WITH living AS MATERIALIZED (
    SELECT opened.app, opened.installation_id, opened.day, opened.opener_os IS NOT NULL AS is_opener
    FROM projection.recomputed_days(known_by, up_to, time_zone) AS opened
    WHERE opened.day BETWEEN from_day - 27 AND to_day
),

journey AS MATERIALIZED (
    SELECT known.app, known.installation_id, known.status_from, known.status
    FROM projection.journeys_known_by(known_by) AS known
),

-- The status at the end of a day: that after the last event before the next day begins.
person AS (
    SELECT
        counted.app,
        counted.installation_id,
        counted.day,
        counted.is_active,
        counted.is_opener,
        coalesce(journey.status[(
            SELECT count(*)
            FROM unnest(journey.status_from) AS starts
            WHERE (starts AT TIME ZONE time_zone)::date <= counted.day
        )] IN ('authorized', 'provisional', 'ephemeral'), false) AS is_reachable
    FROM (
        SELECT
            installation.app,
            installation.installation_id,
            days.day::date AS day,
            bool_or(living.day IS NOT NULL) AS is_active,
            coalesce(bool_or(living.is_opener), false) AS is_opener
        FROM (
            SELECT living.app, living.installation_id FROM living
            UNION
            SELECT journey.app, journey.installation_id FROM journey
        ) AS installation
        CROSS JOIN generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') AS days (day)
        LEFT JOIN living
            ON living.app = installation.app
            AND living.installation_id = installation.installation_id
            AND living.day BETWEEN days.day::date - 27 AND days.day::date
        GROUP BY installation.app, installation.installation_id, days.day
    ) AS counted
    LEFT JOIN journey
        ON journey.app = counted.app
        AND journey.installation_id = counted.installation_id
)

SELECT
    person.app,
    person.day,
    count(*) FILTER (WHERE person.is_active),
    count(*) FILTER (WHERE person.is_opener),
    count(*) FILTER (WHERE person.is_active AND person.is_reachable),
    count(*) FILTER (WHERE person.is_reachable)
FROM person
GROUP BY person.app, person.day
HAVING count(*) FILTER (WHERE person.is_active OR person.is_reachable) > 0
$$;
COMMENT ON FUNCTION projection.recomputed_activity(timestamptz, bigint, text, date, date) IS
    'Activity over the 28 days that end with each day, and reach, from the log and the journeys.';
