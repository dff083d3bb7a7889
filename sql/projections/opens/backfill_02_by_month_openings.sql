-- Backfill 2 of the opens projection: the openings of one month. Reads the log up to the rebuild's head, the last position
-- that backfills read. $1, $2: beginning and end of the month, by effective_at.
INSERT INTO opening (effective_at, occurred_at, period, app, os, type, is_local, installation_id, id)
SELECT DISTINCT ON (
    opening.period, opening.installation_id, opening.app, opening.effective_at, opening.type, opening.is_local
)
    opening.effective_at,
    opening.occurred_at,
    opening.period,
    opening.app,
    opening.os,
    opening.type,
    opening.is_local,
    opening.installation_id,
    opening.id
FROM (
    SELECT
        event.*,
        event.trigger IS NOT DISTINCT FROM 'local' AS is_local,
        projection.period(event.effective_at) AS period
    FROM projection.events_between(
        $1::timestamptz, $2::timestamptz, 'infinity', projection.backfill_head('opens')
    ) AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
) AS opening
ORDER BY
    opening.period, opening.installation_id, opening.app, opening.effective_at, opening.type, opening.is_local,
    opening.id DESC, opening.occurred_at DESC
