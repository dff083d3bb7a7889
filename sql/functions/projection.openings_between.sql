-- Returns the openings (of notifications and of the app) that can matter for sends in a span of time: from near
-- before it (metric.near) to near after it and the influence window. Parameters: see projection.attributed_sends.
-- Reads opening and settings of the caller's generation (live or being rebuilt), or the log.
CREATE OR REPLACE FUNCTION projection.openings_between(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint,
    spans projection.span[] DEFAULT NULL
)
RETURNS SETOF projection.opening_row
LANGUAGE sql STABLE
AS $$
SELECT
    opening.effective_at, opening.occurred_at, opening.app, opening.os, opening.type, opening.is_local,
    opening.installation_id, opening.id
FROM unnest(spans) AS span
-- Columns, because the planner does not inline projection.periods with a subquery in it.
CROSS JOIN LATERAL (
    SELECT
        span.from_time - metric.near() AS from_time,
        span.to_time + (SELECT metric.influence_window()) + metric.near() AS to_time
    OFFSET 0
) AS reach
CROSS JOIN LATERAL (
    SELECT opening.*
    FROM opening
    WHERE opening.period = ANY (projection.periods(reach.from_time, reach.to_time))
        AND opening.installation_id = span.installation_id
        AND opening.app = span.app
        AND opening.effective_at > reach.from_time
        AND opening.effective_at < reach.to_time
    OFFSET 0
) AS opening
UNION ALL
SELECT
    opening.effective_at, opening.occurred_at, opening.app, opening.os, opening.type, opening.is_local,
    opening.installation_id, opening.id
FROM opening
WHERE from_time IS NOT NULL
    AND opening.period BETWEEN projection.period(from_time - metric.near())
        AND projection.period(to_time + (SELECT metric.influence_window()) + metric.near())
    AND opening.effective_at > from_time - metric.near()
    AND opening.effective_at < to_time + (SELECT metric.influence_window()) + metric.near()
UNION ALL
SELECT
    event.effective_at, event.occurred_at, event.app, event.os, event.type,
    event.trigger IS NOT DISTINCT FROM 'local', event.installation_id, event.id
FROM projection.events_between('-infinity', 'infinity', as_of, up_to) AS event
WHERE as_of IS NOT NULL AND event.type IN ('notification_opened', 'app_opened')
$$;
