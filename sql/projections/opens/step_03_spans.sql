-- Step 3 of the opens projection: for each installation the span of time whose sends and days the new events can
-- change. A new opening at t can change the sends in (t − influence window − near, t + near) and its own day; a changed
-- send can change itself and its neighbours within that distance. If clocks are set back, a day can begin before the
-- time that its midnight converts to. Since 1970 no zone was set back by more than 7 hours (Antarctica/Vostok, 1994;
-- time zone database), so spans are 8 hours longer. Reads the work tables of steps 1 and 2, and settings.
CREATE TEMPORARY TABLE changed_span ON COMMIT DROP AS
SELECT
    least(
        min(change.at) - (SELECT metric.influence_window()),
        min(change.day)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) - interval '8 hours'
    ) - metric.near() AS from_time,
    greatest(
        max(change.at),
        (max(change.day) + 1)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) + interval '8 hours'
    ) + metric.near() AS to_time,
    change.app,
    change.installation_id
FROM (
    SELECT
        event.installation_id, event.app, event.effective_at AS at,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
    FROM collected_event AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
    UNION ALL
    SELECT send.installation_id, send.app, send.send_at, NULL
    FROM changed_notification AS send
    WHERE send.send_at IS NOT NULL
) AS change
GROUP BY change.installation_id, change.app
ORDER BY change.installation_id, change.app
