-- Steps 2 and 10 of the opens projection for a rebuild: who opened something on the days that begin in one month, under
-- the system of the last such event of the day in the contract's order. Reads opening with all months, and settings.
-- $1, $2: the month's beginning and end, of the instant at which a day begins.
INSERT INTO opens_cell AS cell (sent, received, direct_opens, influenced_opens, openers, active, app, day, os)
WITH opened AS (
    SELECT dated.*
    FROM (
        SELECT
            opening.*,
            opening.type = 'notification_opened' AND NOT opening.is_local AS is_direct,
            (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
        FROM opening
        -- Up to the end of a day that begins last; the day itself is compared below.
        WHERE opening.period BETWEEN projection.period($1::timestamptz)
                AND projection.period($2::timestamptz + interval '2 days')
            AND opening.effective_at >= $1::timestamptz
            AND opening.effective_at < $2::timestamptz + interval '2 days'
    ) AS dated
    WHERE dated.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) >= $1::timestamptz
        AND dated.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) < $2::timestamptz
),

-- The last of the day, and the last among those that were no opens, or were.
last_of_kind AS (
    SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day, opened.is_direct) opened.*
    FROM opened
    ORDER BY
        opened.installation_id, opened.app, opened.day, opened.is_direct, opened.effective_at DESC, opened.type DESC,
        opened.id DESC, opened.occurred_at DESC
),

last_of_day AS (
    SELECT DISTINCT ON (last_of_kind.installation_id, last_of_kind.app, last_of_kind.day) last_of_kind.*
    FROM last_of_kind
    ORDER BY
        last_of_kind.installation_id, last_of_kind.app, last_of_kind.day, last_of_kind.effective_at DESC,
        last_of_kind.type DESC, last_of_kind.id DESC, last_of_kind.occurred_at DESC
)

SELECT
    0, 0, 0, 0,
    sum(counted.openers), sum(counted.active),
    counted.app, counted.day, counted.os
FROM (
    SELECT last_of_kind.app, last_of_kind.day, last_of_kind.os, 1 AS openers, 0 AS active
    FROM last_of_kind
    WHERE last_of_kind.is_direct
    UNION ALL
    SELECT last_of_day.app, last_of_day.day, last_of_day.os, 0, 1
    FROM last_of_day
) AS counted
GROUP BY counted.app, counted.day, counted.os
ORDER BY counted.app, counted.day, counted.os
ON CONFLICT (app, day, os) DO UPDATE SET
    openers = cell.openers + excluded.openers,
    active = cell.active + excluded.active
