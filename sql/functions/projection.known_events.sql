-- Times, day and app version of the events of both kinds that were received up to a moment, in the batches up to a position.
-- Reads all of the log. Permission events are read from their own table: the identities that they have among the others go
-- with their months, and name no version. The planner inlines it, so that no column is read that nobody asks for.
CREATE OR REPLACE FUNCTION projection.known_events(known_by timestamptz, up_to bigint)
RETURNS TABLE (
    effective_at timestamptz,
    occurred_at timestamptz,
    received_at timestamptz,
    day date,
    app integer,
    app_version integer
)
LANGUAGE sql STABLE
AS $$
SELECT
    event.effective_at, event.occurred_at, event.received_at,
    (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date,
    event.app, event.app_version
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
$$;
COMMENT ON FUNCTION projection.known_events(timestamptz, bigint) IS
    'Events received up to known_by, of the batches up to a position, with times, day and app version.';
