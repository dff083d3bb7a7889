-- Step 3 of the journey projection for a rebuild: all installations of a range. Reads the log; makes the work table
-- `touched`. $1, $2: after which installation_id (null: from the first on), and up to and with which.
CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
SELECT
    event.installation_id,
    event.app,
    count(*) AS new_events
FROM permission_event AS event
WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid) AND event.installation_id <= $2::uuid
GROUP BY event.installation_id, event.app
