-- Step 2 of the journey projection: stores the opens of step 1 by installation and effective time. May be run twice.
INSERT INTO notification_open (effective_at, received_at, app, installation_id)
SELECT
    opened.effective_at,
    min(opened.received_at) AS received_at,
    opened.app,
    opened.installation_id
FROM fresh_event AS opened
GROUP BY opened.installation_id, opened.app, opened.effective_at
ORDER BY opened.installation_id, opened.app, opened.effective_at
ON CONFLICT (installation_id, app, effective_at) DO UPDATE
    SET received_at = excluded.received_at
    WHERE excluded.received_at < notification_open.received_at
