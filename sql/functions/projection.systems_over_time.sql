-- The system of an installation as a step function of time, by its permission events: of events at one instant the last in the
-- contract's order holds. For sends that name no system. Metrics: Opens.
-- since: when each begins, ascending; os: the system from then on. Both null without any permission event.
-- known_by, up_to: only events received up to known_by, of the batches up to a position. Reads log.permission_event, a range of its key.
CREATE OR REPLACE FUNCTION projection.systems_over_time(
    installation uuid, of_app integer, known_by timestamptz, up_to bigint
)
RETURNS TABLE (since timestamptz[], os integer[])
LANGUAGE sql STABLE
AS $$
SELECT array_agg(ordered.effective_at), array_agg(ordered.os)
FROM (
    SELECT permission.effective_at, permission.os
    FROM (
        SELECT
            permission_event.*,
            bool_and(permission_event.sequence IS NOT NULL) OVER () AS all_sequenced
        FROM log.permission_event
        WHERE permission_event.installation_id = installation
            AND permission_event.app = of_app
            AND permission_event.received_at <= known_by
            AND NOT permission_event.batch_id <@ (SELECT projection.batches(up_to))
    ) AS permission
    ORDER BY
        permission.effective_at, CASE WHEN permission.all_sequenced THEN permission.sequence END,
        permission.type, permission.id, permission.occurred_at
) AS ordered
$$;
COMMENT ON FUNCTION projection.systems_over_time(uuid, integer, timestamptz, bigint) IS
    'The system of an installation as a step function of time.';
