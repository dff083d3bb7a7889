-- Steps 1 to 8 of the opens projection for an erasure: the counts of the sends, days and opens without a send of the
-- erased installations, with negative sign and nothing in their place. Reads the work table `erased_installation`,
-- notification (all of it, because its key does not begin with the installation), opening, open_without_send and
-- settings.
CREATE TEMPORARY TABLE changed_notification ON COMMIT DROP AS
SELECT notification.*
FROM notification AS notification
INNER JOIN erased_installation ON erased_installation.installation_id = notification.installation_id;

CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT -1 AS sign, change.*
FROM projection.counted_opens(
    NULL,
    NULL,
    ARRAY(
        SELECT (min(event.at), max(event.at) + interval '1 second', event.app, event.installation_id)::projection.span
        FROM (
            SELECT notification.send_at AS at, notification.app, notification.installation_id
            FROM changed_notification AS notification
            WHERE notification.send_at IS NOT NULL
            UNION ALL
            SELECT opening.effective_at, opening.app, opening.installation_id
            FROM opening
            INNER JOIN erased_installation ON erased_installation.installation_id = opening.installation_id
        ) AS event
        GROUP BY event.installation_id, event.app
    )
) AS change;

WITH erased_open AS (
    DELETE FROM open_without_send
    USING erased_installation
    WHERE open_without_send.installation_id = erased_installation.installation_id
    RETURNING open_without_send.app, open_without_send.effective_at
)
INSERT INTO changed_count (sign, app, day, opens_without_send)
SELECT
    -1, erased_open.app, (erased_open.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    count(*)
FROM erased_open
GROUP BY erased_open.app, day
