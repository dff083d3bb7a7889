-- Returns the spans in which a journey had one status and one OS version, in order of time, without empty ones: of
-- changes at the same instant only the last counts. Metrics: Status. Parameters: the arrays of the journey.
-- status_to: null if the span has not ended; before: the status of the span before, null for the first.
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
SELECT changed.at, lead(changed.at) OVER (ORDER BY changed.i), changed.status, changed.os, changed.status_before
FROM (
    SELECT
        event.*,
        lag(event.status) OVER (ORDER BY event.i) AS status_before,
        lag(event.os) OVER (ORDER BY event.i) AS os_before
    FROM unnest(status_from, status, status_os) WITH ORDINALITY AS event (at, status, os, i)
    WHERE event.at IS DISTINCT FROM status_from[event.i + 1]
) AS changed
WHERE (changed.status, changed.os) IS DISTINCT FROM (changed.status_before, changed.os_before)
$$;
