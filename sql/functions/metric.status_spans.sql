-- Returns the spans in which a journey had one status and one OS version, in order of time. Metrics: Status. Parameters:
-- the arrays of the journey, in which an entry can repeat the one before (after events at one instant).
-- span_to: null if the span has not ended; before: the status of the span before, null for the first.
-- The planner inlines this function.
CREATE OR REPLACE FUNCTION metric.status_spans(
    status_from timestamptz[], status log.authorization_status[], status_os integer[]
)
RETURNS TABLE (
    span_from timestamptz,
    span_to timestamptz,
    span_status log.authorization_status,
    os integer,
    before log.authorization_status
)
LANGUAGE sql STABLE
AS $$
SELECT
    change.at,
    lead(change.at) OVER (ORDER BY change.i),
    change.status,
    change.os,
    change.before
FROM (
    SELECT
        entry.*,
        lag(entry.status) OVER so_far AS before,
        lag(entry.os) OVER so_far AS os_before
    FROM unnest(status_from, status, status_os) WITH ORDINALITY AS entry (at, status, os, i)
    WINDOW so_far AS (ORDER BY entry.i)
) AS change
WHERE (change.status, change.os) IS DISTINCT FROM (change.before, change.os_before)
$$;
