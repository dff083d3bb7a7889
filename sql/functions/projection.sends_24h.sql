-- Returns the sends of a range of days whose first 24 hours are over at the horizon as_of, and whether each was opened
-- directly in these. Metrics: Opens. Reads the table notification if all of it was received by as_of, otherwise the log.
CREATE OR REPLACE FUNCTION projection.sends_24h(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, installation_id uuid, send_at timestamptz, is_opened_24h boolean)
LANGUAGE sql STABLE
AS $$
SELECT send.app, send.installation_id, send.send_at, send.is_opened_24h
FROM (
    SELECT
        notification.app, notification.installation_id, notification.send_at,
        metric.is_answered(notification.opened, notification.send_at, 86400) AS is_opened_24h
    FROM projection.notification
    WHERE projection.is_all_known('opens', as_of)
        AND notification.send_at IS NOT NULL
        -- A day wider than the range, for the index; the day itself is compared below.
        AND notification.send_period BETWEEN projection.period((from_day - 1)::timestamp AT TIME ZONE 'UTC')
            AND projection.period((to_day + 2)::timestamp AT TIME ZONE 'UTC')
    UNION ALL
    SELECT past_send.app, past_send.installation_id, past_send.send_at, past_send.is_opened_24h
    FROM projection.past(NULL::projection.send, as_of) AS past_send
    WHERE NOT projection.is_all_known('opens', as_of)
) AS send
CROSS JOIN projection.settings
WHERE (send.send_at AT TIME ZONE settings.time_zone)::date BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    AND send.send_at <= as_of - interval '24 hours'
$$;
