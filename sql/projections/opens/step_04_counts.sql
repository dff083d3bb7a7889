-- Step 4 of the opens projection: what the sends and days in the spans of step 3 count without the new events (sign =
-- −1) and with them (sign = 1). Unchanged rows cancel out. Reads the work tables of steps 1 to 3, settings, and
-- notification and opening, which steps 5 and 6 have not changed yet.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT change.*
FROM projection.counted_opens(
    NULL,
    NULL,
    ARRAY(SELECT ROW(span.*)::projection.span FROM changed_span AS span),
    ARRAY(
        SELECT (
            notification.send_at, notification.send_occurred_at, notification.last_send_at, notification.app,
            notification.own_os, notification.os, notification.campaign, notification.send_period, notification.utc_offset, notification.installation_id,
            notification.send_id, notification.notification_id, notification.received, notification.opened
        )::projection.notification_row
        FROM changed_notification AS notification
        WHERE notification.sign = 1
    ),
    ARRAY(
        SELECT (
            unnest('{-1,1}'::integer[]), opening.effective_at, opening.occurred_at, opening.app, opening.os,
            opening.type, opening.is_local, opening.installation_id, opening.id
        )::projection.opening_row
        FROM changed_span AS span
        -- Columns, because the planner does not inline projection.periods with a subquery in it.
        CROSS JOIN LATERAL (
            SELECT
                span.from_time - metric.near() AS from_time,
                span.to_time + (SELECT metric.influence_window()) + metric.near() AS to_time
            OFFSET 0
        ) AS reach
        CROSS JOIN LATERAL (
            SELECT opening.*
            FROM opening
            WHERE opening.period = ANY (projection.periods(reach.from_time, reach.to_time))
                AND opening.installation_id = span.installation_id
                AND opening.app = span.app
                AND opening.effective_at > reach.from_time
                AND opening.effective_at < reach.to_time
            OFFSET 0
        ) AS opening
        UNION ALL
        SELECT (
            1, event.effective_at, event.occurred_at, event.app, event.os, event.type, event.is_local,
            event.installation_id, event.id
        )::projection.opening_row
        FROM collected_event AS event
        WHERE event.type IN ('notification_opened', 'app_opened')
    )
) AS change
