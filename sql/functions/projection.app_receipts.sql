-- Returns for each app when its last event was received, its longest pause, and whether it has fallen silent: for two days
-- and for three times its longest pause. The pause is that of the four weeks before its last event; an app that sent for
-- less than a week has no rhythm yet and is never silent. Receipts, unlike the times of events, do not depend on the clocks
-- of devices. Reads the ledger (log.batch). judged_at: the present time.
CREATE OR REPLACE FUNCTION projection.app_receipts(judged_at timestamptz)
RETURNS TABLE (app_id text, last_received_at timestamptz, longest_pause interval, is_silent boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
-- By hour, because pauses that matter are longer, and batches can be many.
WITH hour AS (
    SELECT receipt.app, max(receipt.received_at) AS received_at
    FROM log.batch
    CROSS JOIN LATERAL unnest(batch.apps, batch.app_receipts) AS receipt (app, received_at)
    GROUP BY receipt.app, date_trunc('hour', receipt.received_at, 'UTC')
),

receipt AS (
    SELECT hour.app, hour.received_at, max(hour.received_at) OVER (PARTITION BY hour.app) AS last_received_at
    FROM hour
),

recent_receipt AS (
    SELECT
        receipt.app, receipt.last_received_at, receipt.received_at,
        receipt.received_at
            - lag(receipt.received_at) OVER (PARTITION BY receipt.app ORDER BY receipt.received_at) AS pause
    FROM receipt
    WHERE receipt.received_at >= receipt.last_received_at - interval '672 hours'
),

rhythm AS (
    SELECT
        recent_receipt.app, recent_receipt.last_received_at, max(recent_receipt.pause) AS longest_pause,
        recent_receipt.last_received_at - min(recent_receipt.received_at) >= interval '168 hours' AS is_known
    FROM recent_receipt
    GROUP BY recent_receipt.app, recent_receipt.last_received_at
)

SELECT
    app.app_id,
    rhythm.last_received_at,
    rhythm.longest_pause,
    rhythm.is_known
        AND app_receipts.judged_at - rhythm.last_received_at > greatest(3 * rhythm.longest_pause, interval '48 hours')
FROM rhythm
INNER JOIN log.app ON app.app = rhythm.app
$$;
