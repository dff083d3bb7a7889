-- Steps 1 to 6 of the opens projection for an erasure: takes away what the sends and days of whoever is erased counted, and adds
-- nothing in their place. Reads the work table `erased`, notification and opening (whole), unsent_open and settings.
CREATE TEMPORARY TABLE changed_send ON COMMIT DROP AS
SELECT
    -1 AS n, known.send_at, known.app, known.installation_id, known.notification_id, known.os, known.campaign,
    known.received, known.opened, known.claims_app_open
FROM notification AS known
INNER JOIN erased ON erased.installation_id = known.installation_id;

CREATE TEMPORARY TABLE changed_day ON COMMIT DROP AS
SELECT -count(*) AS n, day.app, day.day, day.os, day.measure
FROM projection.active_days(
    ARRAY(
        SELECT (
            min(opening.effective_at), max(opening.effective_at), opening.app, opening.installation_id
        )::projection.span
        FROM opening
        INNER JOIN erased ON erased.installation_id = opening.installation_id
        GROUP BY opening.installation_id, opening.app
    ),
    NULL, NULL, NULL, NULL
) AS day
GROUP BY day.app, day.day, day.os, day.measure;

WITH gone AS (
    DELETE FROM unsent_open
    USING erased
    WHERE unsent_open.installation_id = erased.installation_id
    RETURNING unsent_open.app, unsent_open.effective_at
)
INSERT INTO changed_day (n, app, day, measure)
SELECT
    -count(*), gone.app, (gone.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    'unsent_opens'
FROM gone
GROUP BY gone.app, day
