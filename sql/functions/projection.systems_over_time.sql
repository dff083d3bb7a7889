-- The system of an installation as a step function of time, by its permission events: of events at one instant the last in the
-- contract's order holds. For sends that name no system. Metrics: Opens.
-- since: when each begins, ascending; os: the system from then on. Both null without any permission event.
-- known_by, up_to: only events received up to known_by, of the batches up to a position.
CREATE OR REPLACE FUNCTION projection.systems_over_time(
    installation uuid, of_app integer, known_by timestamptz, up_to bigint
)
RETURNS TABLE (since timestamptz[], os integer[])
LANGUAGE sql STABLE
AS $$
SELECT
    array_agg(event.effective_at ORDER BY event.effective_at, event.n),
    array_agg(event.os ORDER BY event.effective_at, event.n)
FROM projection.ordered_permission_events(ARRAY[installation], of_app, known_by, up_to) AS event
$$;
