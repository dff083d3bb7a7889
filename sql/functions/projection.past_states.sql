-- Returns the rows of notification_state_cell as of a past horizon, called by projection.past. Metrics: Opens. Reads the
-- log and settings.
CREATE OR REPLACE FUNCTION projection.past_states(as_of timestamptz) RETURNS SETOF projection.notification_states
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    {states: #counted},
    event.app,
    state.day,
    state.trigger,
    state.app_state
FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('states')) AS event
CROSS JOIN settings
CROSS JOIN LATERAL metric.counted_state(
    event.type, event.effective_at, event.trigger, event.app_state, settings.time_zone
) AS state
WHERE event.type IN ('notification_received', 'notification_opened')
GROUP BY event.app, state.day, state.trigger, state.app_state
$$;
