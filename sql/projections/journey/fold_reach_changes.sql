-- What one journey contributes to the steps of reach: for each day at whose end it stands elsewhere than the day before,
-- +1 in its new cell and -1 in its old one. Metrics: Reach.
-- weight: 1, or -1 to take the contribution away; status_from, status, status_os: the journey's step function; zone: the time
-- zone of the days.
CREATE OR REPLACE FUNCTION projection.reach_changes(
    weight integer, status_from timestamptz[], status log.authorization_status[], status_os integer[], zone text
)
RETURNS TABLE (
    day date,
    os integer,
    authorized integer,
    provisional integer,
    ephemeral integer,
    denied integer,
    not_determined integer,
    unknown integer,
    gained integer,
    lost integer
)
LANGUAGE sql STABLE
AS $$
SELECT
    stood.day,
    side.os,
    CASE WHEN side.status = 'authorized' THEN side.n ELSE 0 END,
    CASE WHEN side.status = 'provisional' THEN side.n ELSE 0 END,
    CASE WHEN side.status = 'ephemeral' THEN side.n ELSE 0 END,
    CASE WHEN side.status = 'denied' THEN side.n ELSE 0 END,
    CASE WHEN side.status = 'not_determined' THEN side.n ELSE 0 END,
    CASE WHEN side.status = 'unknown' THEN side.n ELSE 0 END,
    CASE WHEN metric.is_reachable(side.status)
        AND coalesce(NOT metric.is_reachable(side.status_before), side.is_new) THEN weight ELSE 0 END,
    CASE WHEN NOT metric.is_reachable(side.status)
        AND metric.is_reachable(side.status_before) THEN weight ELSE 0 END
FROM (
    SELECT
        last_of_day.day,
        last_of_day.i,
        -- The last place of the day before it that has any; 0 if there is none. Not by the time at which the day began: local
        -- midnight can come twice.
        coalesce(lag(last_of_day.i) OVER (ORDER BY last_of_day.i), 0) AS before_i
    FROM (
        SELECT
            place.i,
            (status_from[place.i] AT TIME ZONE zone)::date AS day
        FROM generate_subscripts(status_from, 1) AS place (i)
        WHERE place.i = cardinality(status_from)
            OR (status_from[place.i] AT TIME ZONE zone)::date < (status_from[place.i + 1] AT TIME ZONE zone)::date
    ) AS last_of_day
    -- Worked out once and not for each use of it.
    OFFSET 0
) AS stood
CROSS JOIN LATERAL (
    VALUES
        (weight, true, status[stood.i], status_os[stood.i], status[stood.before_i]),
        (-weight, false, status[stood.before_i], status_os[stood.before_i], NULL)
) AS side (n, is_new, status, os, status_before)
WHERE side.status IS NOT NULL
$$;
