-- Returns every send of a range of days with its installation and cells, for counts that can't be added up over days.
-- Metrics: Opens. What became of it is null unless read from the log. os, campaign: null if none.
CREATE OR REPLACE FUNCTION projection.sends(from_day date, to_day date, as_of timestamptz) RETURNS SETOF projection.send
LANGUAGE sql STABLE
AS $$
SELECT send.*
FROM (
    SELECT
        notification.app,
        notification.installation_id,
        (notification.send_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
        notification.os,
        notification.campaign,
        metric.hour_of_week(coalesce(
            notification.send_at AT TIME ZONE 'UTC' + make_interval(mins => notification.utc_offset),
            notification.send_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
        )),
        NULL::boolean, NULL::boolean, NULL::boolean, notification.send_at, NULL::boolean,
        NULL::bigint
    FROM projection.notification
    WHERE projection.is_all_known('opens', as_of)
        AND notification.send_at IS NOT NULL
        -- A day wider than the range, for the index; the day itself is compared below.
        AND notification.send_period BETWEEN projection.period((from_day - 1)::timestamp AT TIME ZONE 'UTC')
            AND projection.period((to_day + 2)::timestamp AT TIME ZONE 'UTC')
        AND notification.send_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
        AND notification.send_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
    UNION ALL
    SELECT past_send.*
    FROM projection.past(NULL::projection.send, as_of) AS past_send
    WHERE NOT projection.is_all_known('opens', as_of)
) AS send
WHERE send.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
