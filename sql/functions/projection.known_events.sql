-- The events of both kinds that were received up to a moment, in the batches up to a position, as they count in data quality.
-- Reads all of the log. Permission events are read from their own table: the identities that they have among the others go
-- with their months, and name no version. The planner inlines it, so that no column is computed that nobody asks for.
CREATE OR REPLACE FUNCTION projection.known_events(known_by timestamptz, up_to bigint)
RETURNS TABLE (
    app integer,
    day date,
    app_version integer,
    size_class integer,
    is_over_24h boolean,
    is_corrected boolean
)
LANGUAGE sql STABLE
AS $$
SELECT event.app, counted.*
FROM (
    SELECT
        engagement.effective_at, engagement.occurred_at, engagement.received_at, engagement.app, engagement.app_version
    FROM projection.events_between('-infinity', 'infinity', known_by, up_to) AS engagement
    UNION ALL
    SELECT
        permission.effective_at, permission.occurred_at, permission.received_at, permission.app, permission.app_version
    FROM log.permission_event AS permission
    WHERE permission.received_at <= known_by
        AND NOT permission.batch_id <@ (SELECT projection.batches(up_to))
        AND isfinite(permission.effective_at)
) AS event
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.counted_event(
    event.effective_at, event.occurred_at, event.received_at, event.app_version, settings.time_zone
) AS counted
$$;
