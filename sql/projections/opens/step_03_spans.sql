-- Step 3 of the opens projection: what the new events can change, as a span of each installation. A new opening at t can change the
-- sends in (t − window − 30 s, t + 30 s), a send as it was or will be itself and its neighbours in as wide a span; and an opening
-- changes its day. Where clocks are set back, a day can begin before the instant that is given for its midnight. Since 1970 no zone was
-- set back by more than 7 hours (Antarctica/Vostok, 1994; time zone database), so a span reaches 8 hours further.
-- Reads the work tables of steps 1 and 2 and settings.
CREATE TEMPORARY TABLE changed_span ON COMMIT DROP AS
SELECT
    least(
        min(touched.at) - (SELECT metric.influence_window()),
        min(touched.day)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) - interval '8 hours'
    ) - interval '30 s' AS from_time,
    greatest(
        max(touched.at),
        (max(touched.day) + 1)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) + interval '8 hours'
    ) + interval '30 s' AS to_time,
    touched.app,
    touched.installation_id
FROM (
    SELECT
        event.installation_id, event.app, event.effective_at AS at,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
    FROM fresh_event AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
    UNION ALL
    SELECT send.installation_id, send.app, send.send_at, NULL
    FROM changed_notification AS send
    WHERE send.send_at IS NOT NULL
) AS touched
GROUP BY touched.installation_id, touched.app
ORDER BY touched.installation_id, touched.app
