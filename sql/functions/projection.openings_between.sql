-- The instants at which notifications and the app were opened in a span of time and as far around it as attribution looks: from 30 s
-- before to the influence window and 30 s after it. Parameters: those of projection.sends_and_openings.
-- Reads opening and settings of the caller's generation, or the log.
CREATE OR REPLACE FUNCTION projection.openings_between(
    spans projection.span[], from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS SETOF projection.told_opening
LANGUAGE sql STABLE
AS $$
SELECT
    known.effective_at, known.occurred_at, known.app, known.os, known.type, known.is_local, known.installation_id, known.id
FROM unnest(spans) AS span
CROSS JOIN LATERAL (
    SELECT opening.*
    FROM opening
    WHERE opening.period = ANY (projection.periods(
            span.from_time - interval '30 s', span.to_time + (SELECT metric.influence_window()) + interval '30 s'
        ))
        AND opening.installation_id = span.installation_id
        AND opening.app = span.app
        AND opening.effective_at > span.from_time - interval '30 s'
        AND opening.effective_at < span.to_time + (SELECT metric.influence_window()) + interval '30 s'
    OFFSET 0
) AS known
UNION ALL
SELECT
    opening.effective_at, opening.occurred_at, opening.app, opening.os, opening.type, opening.is_local,
    opening.installation_id, opening.id
FROM opening
WHERE spans IS NULL
    AND known_by IS NULL
    AND opening.period BETWEEN projection.period(from_time - interval '30 s')
        AND projection.period(to_time + (SELECT metric.influence_window()) + interval '30 s')
    AND opening.effective_at > from_time - interval '30 s'
    AND opening.effective_at < to_time + (SELECT metric.influence_window()) + interval '30 s'
UNION ALL
SELECT
    event.effective_at, event.occurred_at, event.app, event.os, event.type, event.trigger IS NOT DISTINCT FROM 'local',
    event.installation_id, event.id
FROM projection.events_between('-infinity', 'infinity', known_by, up_to) AS event
WHERE known_by IS NOT NULL AND event.type IN ('notification_opened', 'app_opened')
$$;
