-- Findings of what comes in: apps and app versions that fell silent, rejects and latency. analytics.findings says when
-- each is told. to_day: the day to look back from; a group smaller than minimum_cell is in none.
CREATE OR REPLACE FUNCTION projection.odd_signs(to_day date, known_by timestamptz, minimum_cell integer)
RETURNS TABLE (
    app_id text,
    severity text,
    rule text,
    subject text,
    since date,
    before double precision,
    after double precision
)
LANGUAGE sql STABLE
AS $$
WITH silent AS (
    SELECT silence.* FROM projection.silences(to_day, known_by, minimum_cell) AS silence
),

-- Of the last 7 days, and of the 28 before them, how much came and how much of it was odd.
share AS (
    SELECT
        came.app_id,
        came.severity,
        came.rule,
        came.told_from,
        sum(came.odd) FILTER (WHERE came.day <= to_day - 7)
            / nullif(sum(came.base) FILTER (WHERE came.day <= to_day - 7), 0)::double precision AS before,
        sum(came.odd) FILTER (WHERE came.day > to_day - 7)
            / nullif(sum(came.base) FILTER (WHERE came.day > to_day - 7), 0)::double precision AS after,
        sum(came.base) FILTER (WHERE came.day > to_day - 7) AS base_after
    FROM (
        SELECT
            NULL AS app_id, 'alert' AS severity, 'rejects' AS rule, 0.01 AS told_from, cell.day,
            cell.deliveries AS base, CASE cell.outcome WHEN 'rejected' THEN cell.deliveries ELSE 0 END AS odd
        FROM projection.delivery_cell AS cell
        WHERE cell.day BETWEEN to_day - 34 AND least(to_day, (SELECT stats.day(known_by)))
        UNION ALL
        SELECT app.app_id, 'notice', 'latency', 0.05, cell.day, cell.events, cell.over_24h
        FROM projection.latencies(to_day - 34, to_day, known_by) AS cell
        INNER JOIN log.app ON app.app = cell.app
    ) AS came
    GROUP BY came.app_id, came.severity, came.rule, came.told_from
)

SELECT silent.app_id, 'alert', 'silent', silent.subject, silent.last_day + 1, NULL, NULL
FROM silent
-- An app that is silent says it for its versions.
WHERE silent.subject IS NULL
    OR NOT EXISTS (
        SELECT FROM silent AS whole
        WHERE whole.app_id = silent.app_id AND whole.subject IS NULL AND whole.last_day <= silent.last_day
    )
UNION ALL
SELECT share.app_id, share.severity, share.rule, NULL, to_day - 6, share.before, share.after
FROM share
WHERE share.base_after >= 1000 AND share.after >= share.told_from AND share.after >= 2 * share.before
$$;
