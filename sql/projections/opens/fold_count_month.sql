-- Steps 1 to 6 of the opens projection for the cells of a rebuild, of one month: writes which app opens belong to its sends, and makes
-- the work tables of its sends and of its days. Reads notification, opening and unsent_open with all months, and settings.
-- from_time, to_time: the month's beginning and end, of send_at, of the instant at which a day begins, and of an open without a send.
CREATE OR REPLACE FUNCTION projection.count_month(from_time timestamptz, to_time timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    time_zone text := (SELECT settings.time_zone FROM settings);
BEGIN
    CREATE TEMPORARY TABLE changed_send ON COMMIT DROP AS
    SELECT 1 AS n, send.*
    FROM projection.attributed_sends(NULL, from_time, to_time, NULL, NULL) AS send;

    -- Every row is there already; an UPDATE with a join might read the whole table for it, this looks each up.
    INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
    SELECT send.send_at, send.app, true, send.installation_id, send.notification_id
    FROM changed_send AS send
    WHERE send.claims_app_open
    ORDER BY send.notification_id, send.installation_id, send.app
    ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = true;

    CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
    SELECT count(*) AS n, day.app, day.day, day.os, day.measure
    -- Up to the end of a day that begins last.
    FROM projection.active_days(NULL, from_time, to_time + interval '2 days', NULL, NULL) AS day
    WHERE day.day::timestamp AT TIME ZONE time_zone >= from_time AND day.day::timestamp AT TIME ZONE time_zone < to_time
    GROUP BY day.app, day.day, day.os, day.measure
    UNION ALL
    SELECT count(*), unsent.app, (unsent.effective_at AT TIME ZONE time_zone)::date AS day, NULL, 'unsent_opens'
    FROM unsent_open AS unsent
    WHERE unsent.effective_at >= from_time AND unsent.effective_at < to_time
    GROUP BY unsent.app, day;
END
$$;
