-- Step 5 of the opens projection: stores the new openings from the work table of step 1. Of several of the same time
-- and kind, the one with the last id stays, in whatever order batches come. May be run twice.
INSERT INTO opening (effective_at, occurred_at, period, app, os, type, is_local, installation_id, id)
SELECT DISTINCT ON (
    opening_period.period, event.installation_id, event.app, event.effective_at, event.type, event.is_local
)
    event.effective_at,
    event.occurred_at,
    opening_period.period,
    event.app,
    event.os,
    event.type,
    event.is_local,
    event.installation_id,
    event.id
FROM collected_event AS event
CROSS JOIN LATERAL (SELECT projection.period(event.effective_at)) AS opening_period (period)
WHERE event.type IN ('notification_opened', 'app_opened')
ORDER BY
    opening_period.period, event.installation_id, event.app, event.effective_at, event.type, event.is_local,
    event.id DESC, event.occurred_at DESC
ON CONFLICT (period, installation_id, app, effective_at, type, is_local) DO UPDATE
    SET id = excluded.id, occurred_at = excluded.occurred_at, os = excluded.os
    WHERE (excluded.id, excluded.occurred_at) > (opening.id, opening.occurred_at)
