-- Backfill 2 of the opens projection: the openings of one month. Reads the log up to the rebuild's head, the last position
-- that backfills read. $1, $2: beginning and end of the month, by effective_at.
INSERT INTO opening (effective_at, occurred_at, period, app, os, type, is_local, installation_id, id)
SELECT DISTINCT ON (opened.period, opened.installation_id, opened.app, opened.effective_at, opened.type, opened.is_local)
    opened.effective_at,
    opened.occurred_at,
    opened.period,
    opened.app,
    opened.os,
    opened.type,
    opened.is_local,
    opened.installation_id,
    opened.id
FROM (
    SELECT
        event.*,
        event.trigger IS NOT DISTINCT FROM 'local' AS is_local,
        projection.period(event.effective_at) AS period
    FROM projection.events_between(
        $1::timestamptz, $2::timestamptz, 'infinity', projection.backfill_head('opens')
    ) AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
) AS opened
ORDER BY
    opened.period, opened.installation_id, opened.app, opened.effective_at, opened.type, opened.is_local, opened.id DESC,
    opened.occurred_at DESC
