-- Steps 1 to 7 of the opens projection for an erasure: the counts of the sends, days and opens without a send of the
-- erased installations, with negative sign and nothing in their place. Reads the work table `erased_installation`,
-- notification (all of it, because its key does not begin with the installation), opening, open_without_send and
-- settings.
CREATE TEMPORARY TABLE changed_notification ON COMMIT DROP AS
SELECT notification.*
FROM notification AS notification
INNER JOIN erased_installation ON erased_installation.installation_id = notification.installation_id;

CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT change.*
FROM projection.counted_opens(
    NULL,
    NULL,
    ARRAY(
        SELECT (
            min(notification.send_at), max(notification.send_at) + interval '1 second', notification.app,
            notification.installation_id
        )::projection.span
        FROM changed_notification AS notification
        GROUP BY notification.installation_id, notification.app
    ),
    NULL,
    ARRAY(
        SELECT (
            1, opening.effective_at, opening.occurred_at, opening.app, opening.os, opening.type, opening.is_local,
            opening.installation_id, opening.id
        )::projection.opening_row
        FROM opening
        INNER JOIN erased_installation ON erased_installation.installation_id = opening.installation_id
    )
) AS change;
UPDATE changed_count SET sign = -sign;

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
