-- Returns whether an installation has more permission events than metric.fold_limit, of those received up to as_of
-- in batches up to a position; assignments to the same arm count once. Reads the log no further than the limit, except assignments. The planner
-- inlines it.
CREATE OR REPLACE FUNCTION projection.has_too_many_events(
    of_installation uuid, of_app integer, as_of timestamptz, up_to bigint
)
RETURNS TABLE (has_too_many boolean)
LANGUAGE sql STABLE
AS $$
SELECT count(*) > metric.fold_limit()
FROM (
    (
        SELECT
        FROM permission_event AS event
        WHERE event.installation_id = of_installation
            AND event.app = of_app
            AND event.received_at <= as_of
            AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
            AND event.type <> 'experiment_assigned'
        LIMIT metric.fold_limit() + 1
    )
    UNION ALL
    SELECT
    FROM (
        SELECT DISTINCT assignment.experiment, assignment.variant
        FROM permission_event AS assignment
        WHERE assignment.installation_id = of_installation
            AND assignment.app = of_app
            AND assignment.received_at <= as_of
            AND NOT assignment.batch_id <@ (SELECT projection.batches(up_to))
            AND assignment.type = 'experiment_assigned'
    ) AS arm
) AS event
$$;
