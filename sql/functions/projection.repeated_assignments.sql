-- Assignments to an arm of an experiment that repeat an earlier one of the installation. Metrics: The journey of an
-- installation. Both functions name tables without a schema.

-- Returns the first assignment of an installation that has repeats, for any order of its events; no row if it has none.
-- The planner inlines it. Reads an index that has only assignments.
CREATE OR REPLACE FUNCTION projection.repeats_since(of_installation uuid, of_app integer)
RETURNS TABLE (since timestamptz)
LANGUAGE sql STABLE
AS $$
SELECT min(assignment.effective_at)
FROM permission_event AS assignment
WHERE assignment.type = 'experiment_assigned'
    AND assignment.installation_id = of_installation
    AND assignment.app = of_app
HAVING count(*) > count(DISTINCT (assignment.experiment, assignment.variant))
$$;

-- Returns the repeats of some installations: all assignments to an arm but the first in the order of events.
-- Parameters: see projection.ordered_permission_events. Strict, because the planner would otherwise put the function that
-- calls it in its place without end. Rows and no array, because there can be any number of them.
CREATE OR REPLACE FUNCTION projection.repeated_assignments(
    installations uuid[], of_app integer, as_of timestamptz, up_to bigint
)
RETURNS SETOF projection.event_key
LANGUAGE sql STABLE STRICT ROWS 10
AS $$
SELECT assignment.occurred_at, assignment.installation_id, assignment.id
FROM (
    SELECT
        event.*,
        row_number() OVER (
            PARTITION BY event.installation_id, event.experiment, event.variant ORDER BY event.n
        ) AS place
    FROM projection.ordered_permission_events(installations, of_app, as_of, up_to, true) AS event
    WHERE event.type = 'experiment_assigned'
) AS assignment
WHERE assignment.place > 1
$$;
