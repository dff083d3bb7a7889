-- Returns what verdicts compare by day besides prompts, in a range of days and the equally long one before it: the
-- parts and bases of rates, by OS and by campaign. Metrics: Verdicts. The same keys can have several rows. metric:
-- opens, of sends whose 24 hours are over; provisional, of trials by the day of their start: those of the earlier range
-- have the outcomes that they had when it was as old as the later one is now. kind, value: see projection.parts_of.
-- people: trials, pending ones included; null for sends.
CREATE OR REPLACE FUNCTION projection.dated_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (
    metric text,
    app integer,
    day date,
    kind text,
    value integer,
    part bigint,
    base bigint,
    people bigint
)
LANGUAGE sql STABLE
AS $$
WITH span AS (
    SELECT to_day - from_day + 1 AS days, from_day - (to_day - from_day + 1) AS first_day
)

SELECT
    'opens', send_cell.app, send_cell.day, kind.name, send_cell.value,
    send_cell.opened_24h, send_cell.sent, NULL::bigint
FROM span
CROSS JOIN (VALUES ('os'), ('campaign')) AS kind (name)
CROSS JOIN LATERAL projection.opens(span.first_day, to_day, as_of, kind.name) AS send_cell
WHERE send_cell.sent > 0
UNION ALL
SELECT
    'opens', recent_cell.app, recent_cell.day, kind.name,
    CASE kind.name WHEN 'os' THEN recent_cell.os ELSE recent_cell.campaign END,
    -recent_cell.opened_24h, -recent_cell.sent, NULL
FROM span
CROSS JOIN (VALUES ('os'), ('campaign')) AS kind (name)
INNER JOIN projection.past(NULL::projection.recent_send_counts, as_of) AS recent_cell
    ON recent_cell.day BETWEEN span.first_day AND to_day
UNION ALL
SELECT
    'provisional', trial_count.app, trial_count.day, 'os', trial_count.trial_os, trial_count.kept, trial_count.ended,
    trial_count.started
FROM span
CROSS JOIN LATERAL (
    VALUES (span.first_day, from_day - 1, as_of - span.days * interval '86400 s'), (from_day, to_day, 'infinity')
) AS range (first_day, last_day, known_by)
CROSS JOIN LATERAL projection.trial_counts(range.first_day, range.last_day, as_of, range.known_by) AS trial_count
$$;
