-- Findings of what comes in: apps and app versions that fell silent, rejects and latency.
-- analytics.findings says when each is told. to_day: the day to look back from; known_by: the horizon; minimum_cell: a
-- smaller group is in none.
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

delivered AS (
    SELECT
        sum(cell.deliveries) FILTER (WHERE cell.day <= to_day - 7) AS deliveries_before,
        sum(cell.deliveries) FILTER (WHERE cell.day <= to_day - 7 AND cell.outcome = 'rejected') AS rejected_before,
        sum(cell.deliveries) FILTER (WHERE cell.day > to_day - 7) AS deliveries_after,
        sum(cell.deliveries) FILTER (WHERE cell.day > to_day - 7 AND cell.outcome = 'rejected') AS rejected_after
    FROM projection.delivery_cell AS cell
    WHERE cell.day BETWEEN to_day - 34 AND least(to_day, (SELECT analytics.day(known_by)))
),

late AS (
    SELECT
        cell.app,
        sum(cell.events) FILTER (WHERE cell.day <= to_day - 7) AS events_before,
        sum(cell.over_24h) FILTER (WHERE cell.day <= to_day - 7) AS late_before,
        sum(cell.events) FILTER (WHERE cell.day > to_day - 7) AS events_after,
        sum(cell.over_24h) FILTER (WHERE cell.day > to_day - 7) AS late_after
    FROM projection.latencies(to_day - 34, to_day, known_by) AS cell
    GROUP BY cell.app
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
SELECT NULL, 'alert', 'rejects', NULL, to_day - 6, share.before, share.after
FROM delivered
CROSS JOIN LATERAL (
    SELECT
        coalesce(delivered.rejected_before, 0) / nullif(delivered.deliveries_before, 0)::double precision AS before,
        delivered.rejected_after / nullif(delivered.deliveries_after, 0)::double precision AS after
) AS share
WHERE delivered.deliveries_after >= 1000 AND share.after >= 0.01 AND share.after >= 2 * share.before
UNION ALL
SELECT app.app_id, 'notice', 'latency', NULL, to_day - 6, share.before, share.after
FROM late
INNER JOIN log.app ON app.app = late.app
CROSS JOIN LATERAL (
    SELECT
        coalesce(late.late_before, 0) / nullif(late.events_before, 0)::double precision AS before,
        late.late_after / nullif(late.events_after, 0)::double precision AS after
) AS share
WHERE late.events_after >= 1000 AND share.after >= 0.05 AND share.after >= 2 * share.before
$$;
COMMENT ON FUNCTION projection.odd_signs(date, timestamptz, integer) IS
    'Findings of what comes in: silence, rejects, latency.';
