-- Step 3 of the states projection: counts the events of the work table of step 1 by installation, day and state, in the
-- work table changed_state. Reads settings.
CREATE TEMPORARY TABLE changed_state ON COMMIT DROP AS
SELECT
    count(*) FILTER (WHERE event.type = 'notification_received') AS received,
    count(*) FILTER (WHERE event.type = 'notification_opened') AS opened,
    event.app,
    counted.day,
    counted.trigger,
    counted.app_state,
    event.installation_id
FROM fresh_event AS event
CROSS JOIN settings
CROSS JOIN LATERAL metric.counted_state(
    event.type, event.effective_at, event.trigger, event.app_state, settings.time_zone
) AS counted
GROUP BY event.app, counted.day, counted.trigger, counted.app_state, event.installation_id
