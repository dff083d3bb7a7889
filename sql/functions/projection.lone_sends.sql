-- Returns the sends of a range of days that were the only one between two readings of the status. Metrics: Turn-offs.
CREATE OR REPLACE FUNCTION projection.lone_sends(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.lone_send_row
LANGUAGE sql STABLE
AS $$
SELECT send.*
FROM (
    SELECT state.*
    FROM projection.lone_send AS state
    WHERE projection.is_all_known('turn_offs', as_of)
        -- A day wider than the range, for the key; the day itself is compared below.
        AND state.send_period BETWEEN projection.period((from_day - 1)::timestamp AT TIME ZONE 'UTC')
            AND projection.period((to_day + 2)::timestamp AT TIME ZONE 'UTC')
    UNION ALL
    SELECT past_send.*
    FROM projection.past(NULL::projection.lone_send_row, as_of) AS past_send
    WHERE NOT projection.is_all_known('turn_offs', as_of)
) AS send
WHERE (send.send_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
    BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
