-- Step 2 of the opens projection: the days on which somebody opened something, with the system that each counted under
-- before the new events and counts under with them: that of the last event of the day in the contract's order.
-- Reads the work table of step 1, opening as it was before this step, and settings.
CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
WITH fresh AS (
    SELECT
        event.*,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
    FROM fresh_event AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
),

active AS (
    SELECT DISTINCT ON (fresh.installation_id, fresh.app, fresh.day) fresh.*
    FROM fresh
    ORDER BY
        fresh.installation_id, fresh.app, fresh.day, fresh.effective_at DESC, fresh.type DESC, fresh.id DESC,
        fresh.occurred_at DESC
),

opener AS (
    SELECT DISTINCT ON (fresh.installation_id, fresh.app, fresh.day) fresh.*
    FROM fresh
    WHERE fresh.type = 'notification_opened' AND NOT fresh.is_local
    ORDER BY
        fresh.installation_id, fresh.app, fresh.day, fresh.effective_at DESC, fresh.id DESC, fresh.occurred_at DESC
)

SELECT
    active.app,
    active.day,
    false AS is_opener,
    known.os AS os_before,
    CASE WHEN (known.effective_at, known.type, known.id, known.occurred_at)
        > (active.effective_at, active.type, active.id, active.occurred_at) THEN known.os ELSE active.os
    END AS os_after
FROM active
LEFT JOIN LATERAL (
    SELECT opening.effective_at, opening.type, opening.id, opening.occurred_at, opening.os
    FROM opening
    WHERE opening.period = ANY (projection.periods(
            (active.day - 1)::timestamp AT TIME ZONE 'UTC', (active.day + 2)::timestamp AT TIME ZONE 'UTC'
        ))
        AND opening.installation_id = active.installation_id
        AND opening.app = active.app
        AND opening.effective_at >= (active.day - 1)::timestamp AT TIME ZONE 'UTC'
        AND opening.effective_at < (active.day + 2)::timestamp AT TIME ZONE 'UTC'
        AND (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date = active.day
    ORDER BY opening.effective_at DESC, opening.type DESC, opening.id DESC, opening.occurred_at DESC
    LIMIT 1
) AS known ON true
UNION ALL
SELECT
    opener.app,
    opener.day,
    true,
    known.os,
    CASE WHEN (known.effective_at, known.id, known.occurred_at)
        > (opener.effective_at, opener.id, opener.occurred_at) THEN known.os ELSE opener.os
    END
FROM opener
LEFT JOIN LATERAL (
    SELECT opening.effective_at, opening.id, opening.occurred_at, opening.os
    FROM opening
    WHERE opening.period = ANY (projection.periods(
            (opener.day - 1)::timestamp AT TIME ZONE 'UTC', (opener.day + 2)::timestamp AT TIME ZONE 'UTC'
        ))
        AND opening.installation_id = opener.installation_id
        AND opening.app = opener.app
        AND opening.effective_at >= (opener.day - 1)::timestamp AT TIME ZONE 'UTC'
        AND opening.effective_at < (opener.day + 2)::timestamp AT TIME ZONE 'UTC'
        AND opening.type = 'notification_opened'
        AND NOT opening.is_local
        AND (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date = opener.day
    ORDER BY opening.effective_at DESC, opening.id DESC, opening.occurred_at DESC
    LIMIT 1
) AS known ON true
