-- Returns the rows of shared_installation as of a past horizon. Metrics: Data quality. Reads from the log the events of the
-- installations that are shared by now, and of those with repeated assignments: the others were not shared earlier
-- either.
CREATE OR REPLACE FUNCTION projection.shared_installations_at(as_of timestamptz)
RETURNS TABLE (app integer, shared_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT installation.app, model.first_at
FROM (
    SELECT shared_installation.installation_id, shared_installation.app
    FROM shared_installation
    UNION
    SELECT assignment.installation_id, assignment.app
    FROM permission_event AS assignment
    WHERE assignment.type = 'experiment_assigned'
    GROUP BY assignment.installation_id, assignment.app
    HAVING count(*) > count(DISTINCT (assignment.experiment, assignment.variant))
) AS installation
CROSS JOIN LATERAL (
    SELECT min(event.effective_at) AS first_at
    FROM projection.ordered_permission_events(
        ARRAY[installation.installation_id], installation.app, as_of, (SELECT projection.held('quality'))
    ) AS event
    WHERE event.device_model IS NOT NULL AND isfinite(event.effective_at)
    GROUP BY event.device_model
    ORDER BY first_at
    OFFSET metric.most_device_models()
    LIMIT 1
) AS model
$$;
