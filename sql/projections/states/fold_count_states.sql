-- Adds the events of the work table collected_event to the cells (rows of counters), or subtracts them.
-- weight: 1 to add, −1 to subtract. zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.count_states(weight integer, zone text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO notification_state_cell AS cell ({states: #}, app, day, trigger, app_state)
    SELECT
        {states: weight * #counted},
        event.app,
        state.day,
        state.trigger,
        state.app_state
    FROM collected_event AS event
    CROSS JOIN LATERAL metric.counted_state(
        event.type, event.effective_at, event.trigger, event.app_state, zone
    ) AS state
    GROUP BY event.app, state.day, state.trigger, state.app_state
    ORDER BY state.day, event.app, state.trigger, state.app_state
    ON CONFLICT (day, app, trigger, app_state) DO UPDATE SET {states: # = cell.# + excluded.#};

    IF weight < 0 THEN
        DELETE FROM notification_state_cell AS cell WHERE 0 {states| + cell.#} = 0;
    END IF;
END
$$;
