-- Returns the openings (of notifications and of the app) that can matter for sends in a span of time: from near
-- before it (metric.near) to near after it and the influence window. Parameters: see projection.attributed_sends.
-- Reads opening and settings of the caller's generation (live or being rebuilt), or the log.
CREATE OR REPLACE FUNCTION projection.openings_between(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint,
    openings projection.opening_row[] DEFAULT NULL
)
RETURNS SETOF projection.opening_row
LANGUAGE sql STABLE
AS $$
SELECT opening.* FROM unnest(openings) AS opening
UNION ALL
SELECT
    1, opening.effective_at, opening.occurred_at, opening.app, opening.os, opening.type, opening.is_local,
    opening.installation_id, opening.id
FROM opening
WHERE from_time IS NOT NULL
    AND opening.period BETWEEN projection.period(from_time - metric.near())
        AND projection.period(to_time + (SELECT metric.influence_window()) + metric.near())
    AND opening.effective_at > from_time - metric.near()
    AND opening.effective_at < to_time + (SELECT metric.influence_window()) + metric.near()
UNION ALL
SELECT
    1, event.effective_at, event.occurred_at, event.app, event.os, event.type,
    event.trigger IS NOT DISTINCT FROM 'local', event.installation_id, event.id
FROM projection.events_between('-infinity', 'infinity', as_of, up_to) AS event
WHERE as_of IS NOT NULL AND event.type IN ('notification_opened', 'app_opened')
$$;
