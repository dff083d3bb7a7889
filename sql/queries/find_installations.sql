-- Cuts the installations with permission events into spans of $1 events each: the bounds of each span, the first one
-- open.
SELECT lag(cut.installation_id) OVER (ORDER BY cut.installation_id), cut.installation_id
FROM (
    SELECT event.installation_id
    FROM (
        SELECT
            permission_event.installation_id,
            row_number() OVER (ORDER BY permission_event.installation_id) AS n
        FROM log.permission_event
    ) AS event
    WHERE event.n % $1::bigint = 0
    UNION
    SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) AS cut
ORDER BY cut.installation_id
