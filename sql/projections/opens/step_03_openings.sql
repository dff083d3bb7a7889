-- Step 3 of the opens projection: the new openings. Reads the work table of step 1. May be run twice.
INSERT INTO opening (effective_at, occurred_at, received_at, period, app, os, type, is_local, installation_id, id)
SELECT DISTINCT ON (opened.period, event.installation_id, event.app, event.effective_at, event.type, event.is_local)
    event.effective_at,
    event.occurred_at,
    min(event.received_at) OVER instant,
    opened.period,
    event.app,
    event.os,
    event.type,
    event.is_local,
    event.installation_id,
    event.id
FROM fresh_event AS event
CROSS JOIN LATERAL (SELECT projection.period(event.effective_at)) AS opened (period)
WHERE event.type IN ('notification_opened', 'app_opened')
-- The order of the result, with all rows of an instant in the frame, so that one sort does for both.
WINDOW instant AS (
    PARTITION BY opened.period, event.installation_id, event.app, event.effective_at, event.type, event.is_local
    ORDER BY event.id DESC, event.occurred_at DESC
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
)
ORDER BY
    opened.period, event.installation_id, event.app, event.effective_at, event.type, event.is_local, event.id DESC,
    event.occurred_at DESC
ON CONFLICT (period, installation_id, app, effective_at, type, is_local) DO UPDATE SET
    id = greatest(opening.id, excluded.id),
    occurred_at = CASE
        WHEN (excluded.id, excluded.occurred_at) > (opening.id, opening.occurred_at) THEN excluded.occurred_at
        ELSE opening.occurred_at
    END,
    os = CASE
        WHEN (excluded.id, excluded.occurred_at) > (opening.id, opening.occurred_at) THEN excluded.os
        ELSE opening.os
    END,
    received_at = least(opening.received_at, excluded.received_at)
    WHERE (excluded.id, excluded.occurred_at) > (opening.id, opening.occurred_at)
        OR excluded.received_at < opening.received_at
