-- An erasure in the states projection: subtracts the counts of the installations in the work table `erased` from the
-- cells (rows of counters), and deletes their rows. Reads all of installation_state, because its key does not begin
-- with the installation.
WITH gone AS (
    DELETE FROM installation_state AS known
    USING erased
    WHERE known.installation_id = erased.installation_id
    RETURNING known.*
)

UPDATE notification_state_cell AS cell SET
    received = cell.received - lost.received,
    opened = cell.opened - lost.opened,
    installations = cell.installations - lost.installations
FROM (
    SELECT
        sum(gone.received) AS received,
        sum(gone.opened) AS opened,
        count(*) AS installations,
        gone.app,
        gone.day,
        gone.trigger,
        gone.app_state
    FROM gone
    GROUP BY gone.app, gone.day, gone.trigger, gone.app_state
) AS lost
WHERE cell.app = lost.app
    AND cell.day = lost.day
    AND cell.trigger = lost.trigger
    AND cell.app_state = lost.app_state;
DELETE FROM notification_state_cell AS cell WHERE cell.installations = 0
