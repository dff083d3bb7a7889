-- Returns the daily changes of activity over 28 days: those of activity_step, or past ones if state holds events received
-- after as_of (the horizon). An app and day can have several rows. Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.activity_steps(as_of timestamptz) RETURNS SETOF projection.activity
LANGUAGE sql STABLE
AS $$
SELECT state.app, state.day, {activity_28d: state.#}, state.reachable
FROM projection.activity_step AS state
WHERE projection.is_all_known('activity', as_of)
UNION ALL
SELECT past_step.*
FROM projection.past(NULL::projection.activity, as_of) AS past_step
WHERE NOT projection.is_all_known('activity', as_of)
$$;
