-- Steps 6, 8 and 9 of the opens projection for a rebuild, of one month: writes which app opens belong to its sends, and makes the work
-- table changed_count of what its sends and its days count. Reads notification and opening with all months, and settings.
-- from_time, to_time: the month's beginning and end, of send_at and of the instant at which a day begins.
CREATE OR REPLACE FUNCTION projection.count_month(from_time timestamptz, to_time timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    CREATE TEMPORARY TABLE attributed_send ON COMMIT DROP AS
    SELECT send.*
    FROM projection.attributed_sends(NULL, from_time, to_time, NULL, NULL) AS send;

    -- Every row is there already; an UPDATE with a join might read the whole table for it, this looks each up.
    INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
    SELECT send.send_at, send.app, true, send.installation_id, send.notification_id
    FROM attributed_send AS send
    WHERE send.claims_app_open
    ORDER BY send.notification_id, send.installation_id, send.app
    ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = true;

    CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
    WITH opened AS (
        SELECT dated.*
        FROM (
            SELECT
                opening.*,
                opening.type = 'notification_opened' AND NOT opening.is_local AS is_direct,
                (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
            FROM opening
            -- Up to the end of a day that begins last; the day itself is compared below.
            WHERE opening.period BETWEEN projection.period(from_time) AND projection.period(to_time + interval '2 days')
                AND opening.effective_at >= from_time
                AND opening.effective_at < to_time + interval '2 days'
        ) AS dated
        WHERE dated.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) >= from_time
            AND dated.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) < to_time
    ),

    -- The last of the day, and the last among those that were no opens, or were.
    last_of_kind AS (
        SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day, opened.is_direct) opened.*
        FROM opened
        ORDER BY
            opened.installation_id, opened.app, opened.day, opened.is_direct, opened.effective_at DESC,
            opened.type DESC, opened.id DESC, opened.occurred_at DESC
    ),

    last_of_day AS (
        SELECT DISTINCT ON (last_of_kind.installation_id, last_of_kind.app, last_of_kind.day) last_of_kind.*
        FROM last_of_kind
        ORDER BY
            last_of_kind.installation_id, last_of_kind.app, last_of_kind.day, last_of_kind.effective_at DESC,
            last_of_kind.type DESC, last_of_kind.id DESC, last_of_kind.occurred_at DESC
    )

    SELECT
        send.app,
        counted.day,
        counted.hour,
        counted.os,
        counted.campaign,
        count(*) AS sent,
        count(*) FILTER (WHERE counted.is_received) AS received,
        count(*) FILTER (WHERE counted.is_opened) AS direct_opens,
        count(*) FILTER (WHERE counted.is_influenced) AS influenced_opens,
        count(*) FILTER (WHERE counted.is_opened_24h) AS opened_24h,
        0 AS openers,
        0 AS active
    FROM attributed_send AS send
    CROSS JOIN LATERAL projection.counted_send(
        send.send_at, send.os, send.campaign, send.received, send.opened, send.claims_app_open
    ) AS counted
    GROUP BY send.app, counted.day, counted.hour, counted.os, counted.campaign
    UNION ALL
    SELECT last_of_kind.app, last_of_kind.day, NULL, last_of_kind.os, NULL, 0, 0, 0, 0, 0, count(*), 0
    FROM last_of_kind
    WHERE last_of_kind.is_direct
    GROUP BY last_of_kind.app, last_of_kind.day, last_of_kind.os
    UNION ALL
    SELECT last_of_day.app, last_of_day.day, NULL, last_of_day.os, NULL, 0, 0, 0, 0, 0, 0, count(*)
    FROM last_of_day
    GROUP BY last_of_day.app, last_of_day.day, last_of_day.os;
END
$$;
COMMENT ON FUNCTION projection.count_month(timestamptz, timestamptz) IS
    'What the sends and the days of one month count, into the work table changed_count; writes which app opens belong to its sends.';
