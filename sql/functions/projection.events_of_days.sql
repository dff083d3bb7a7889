-- Identity, times and app version of all events, permission events too, whose effective time lies in a range of days.
-- Reads of log.engagement_event the partitions of those days, and an index for what lies elsewhere as its clock was
-- wrong, and all of log.permission_event: the identities that its events have among the others go with their months,
-- and name no version. The planner takes it apart, so that no column is read that nobody asks for.
-- from_day, to_day: inclusive; known_by: the horizon; up_to: the position of the last batch that is read.
CREATE OR REPLACE FUNCTION projection.events_of_days(from_day date, to_day date, known_by timestamptz, up_to bigint)
RETURNS TABLE (
    effective_at timestamptz,
    occurred_at timestamptz,
    received_at timestamptz,
    day date,
    app integer,
    app_version integer,
    installation_id uuid,
    id uuid
)
LANGUAGE sql STABLE
AS $$
SELECT
    event.effective_at, event.occurred_at, event.received_at,
    (event.effective_at AT TIME ZONE settings.time_zone)::date,
    event.app, event.app_version, event.installation_id, event.id
FROM (
    SELECT
        right_clock.effective_at, right_clock.occurred_at, right_clock.received_at, right_clock.batch_id,
        right_clock.app, right_clock.app_version, right_clock.installation_id, right_clock.id
    FROM log.engagement_event AS right_clock
    WHERE right_clock.type >= 'notification_sent'
        AND right_clock.effective_at = right_clock.occurred_at
        -- A day wider than the range, for the partitions; the day itself is compared below.
        AND right_clock.occurred_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
        AND right_clock.occurred_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
    UNION ALL
    SELECT
        corrected.effective_at, corrected.occurred_at, corrected.received_at, corrected.batch_id,
        corrected.app, corrected.app_version, corrected.installation_id, corrected.id
    FROM log.engagement_event AS corrected
    WHERE corrected.type >= 'notification_sent'
        AND corrected.effective_at <> corrected.occurred_at
        AND corrected.effective_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
        AND corrected.effective_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
    UNION ALL
    SELECT
        permission.effective_at, permission.occurred_at, permission.received_at, permission.batch_id,
        permission.app, permission.app_version, permission.installation_id, permission.id
    FROM log.permission_event AS permission
    WHERE permission.effective_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
        AND permission.effective_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
) AS event
CROSS JOIN projection.settings
WHERE event.received_at <= known_by
    AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
    AND (event.effective_at AT TIME ZONE settings.time_zone)::date
        BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
$$;
COMMENT ON FUNCTION projection.events_of_days(date, date, timestamptz, bigint) IS
    'Events of a range of days, with identity, times and app version.';
