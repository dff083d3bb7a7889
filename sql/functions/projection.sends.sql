-- Every send of a range of days, with what became of it: for what can't be added up over days. Metrics: Opens.
-- from_day, to_day: inclusive; known_by: the horizon; late_by: see known_engagement. Where the state can't answer for them, the
-- log is read instead.
CREATE OR REPLACE FUNCTION projection.sends(
    from_day date, to_day date, known_by timestamptz, late_by timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    campaign integer,
    hour smallint
)
LANGUAGE sql STABLE
AS $$
SELECT send.app, send.installation_id, send.day, send.os, send.campaign, send.hour
FROM (
    SELECT
        notification.app,
        notification.installation_id,
        CASE WHEN moved.app IS NULL THEN notification.os ELSE moved.os END AS os,
        notification.campaign,
        (notification.send_at AT TIME ZONE settings.time_zone)::date AS day,
        extract(hour FROM notification.send_at AT TIME ZONE settings.time_zone)::smallint AS hour
    FROM projection.notification
    CROSS JOIN projection.settings
    -- Nobody looks for them without late_by.
    LEFT JOIN (
        SELECT taken_back.app, taken_back.installation_id, taken_back.notification_id, taken_back.os
        FROM projection.systems_taken_back(known_by) AS taken_back
        WHERE late_by IS NOT NULL
    ) AS moved
        ON moved.notification_id = notification.notification_id
        AND moved.installation_id = notification.installation_id
        AND moved.app = notification.app
    WHERE projection.answers('opens', known_by, late_by, to_day)
        AND notification.send_at IS NOT NULL
        -- A day wider than the range, for the index; the day itself is compared below.
        AND notification.send_period BETWEEN projection.period((from_day - 1)::timestamp AT TIME ZONE 'UTC')
            AND projection.period((to_day + 2)::timestamp AT TIME ZONE 'UTC')
) AS send
WHERE send.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
UNION ALL
SELECT
    recomputed.app, recomputed.installation_id, recomputed.day, recomputed.os, recomputed.campaign, recomputed.hour
FROM projection.settings
CROSS JOIN LATERAL projection.recomputed_sends(
    known_by, projection.held('opens'), settings.time_zone, settings.open_window_seconds,
    settings.influence_window_seconds, late_by
) AS recomputed
WHERE NOT projection.answers('opens', known_by, late_by, to_day)
    AND recomputed.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
$$;
COMMENT ON FUNCTION projection.sends(date, date, timestamptz, timestamptz) IS 'Sends of a range of days.';
