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
    status_from[i],
    CASE
        WHEN (status[i + 1], status_os[i + 1]) IS DISTINCT FROM (status[i], status_os[i]) THEN status_from[i + 1]
        ELSE (
            SELECT min(status_from[later])
            FROM generate_subscripts(status, 1) AS later
            WHERE later > i AND (status[later], status_os[later]) <> (status[i], status_os[i])
        )
    END,
    status[i],
    status_os[i],
    status[i - 1]
FROM generate_subscripts(status, 1) AS i
WHERE (status[i], status_os[i]) IS DISTINCT FROM (status[i - 1], status_os[i - 1])
$$;
