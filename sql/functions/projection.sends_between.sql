-- Returns the sends after one moment, up to and including another, and how soon each was opened. Metrics: Opens
-- (open_curve). Reads notification by its block range index.
CREATE OR REPLACE FUNCTION projection.sends_between(after_time timestamptz, up_to_time timestamptz, as_of timestamptz)
RETURNS TABLE (app integer, day date, campaign integer, os integer, send_at timestamptz, opened_within bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    notification.app,
    (notification.send_at AT TIME ZONE settings.time_zone)::date,
    notification.campaign,
    notification.os,
    notification.send_at,
    CASE
        WHEN notification.opened IS NOT NULL THEN metric.opened_within(
            notification.opened, notification.send_at, metric.curve_seconds(settings.open_window_seconds)
        )
    END
FROM projection.notification
CROSS JOIN projection.settings
WHERE projection.is_all_known('opens', as_of)
    AND notification.send_at > after_time
    AND notification.send_at <= up_to_time
UNION ALL
SELECT past_send.app, past_send.day, past_send.campaign, past_send.os, past_send.send_at, past_send.opened_within
FROM projection.past(NULL::projection.send, as_of) AS past_send
WHERE NOT projection.is_all_known('opens', as_of)
    AND past_send.send_at > after_time
    AND past_send.send_at <= up_to_time
$$;
