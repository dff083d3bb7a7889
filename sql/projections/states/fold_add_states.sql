-- Adds the counts of the work table changed_state, one row per installation, day and state, to installation_state and
-- to the counters of notification_state_cell. An installation is new in a cell if its row now has just these counts.
CREATE OR REPLACE FUNCTION projection.add_states() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    WITH written AS (
        INSERT INTO installation_state AS known (received, opened, app, day, trigger, app_state, installation_id)
        SELECT
            changed.received, changed.opened, changed.app, changed.day, changed.trigger, changed.app_state,
            changed.installation_id
        FROM changed_state AS changed
        ORDER BY changed.day, changed.app, changed.trigger, changed.app_state, changed.installation_id
        ON CONFLICT (day, app, trigger, app_state, installation_id) DO UPDATE SET
            received = known.received + excluded.received, opened = known.opened + excluded.opened
        RETURNING known.*
    )

    INSERT INTO notification_state_cell AS cell (received, opened, installations, app, day, trigger, app_state)
    SELECT
        sum(changed.received),
        sum(changed.opened),
        count(*) FILTER (WHERE written.received + written.opened = changed.received + changed.opened),
        changed.app,
        changed.day,
        changed.trigger,
        changed.app_state
    FROM changed_state AS changed
    -- Every row has its partner; a FULL JOIN is never a nested loop.
    FULL JOIN written
        ON written.installation_id = changed.installation_id
        AND written.day = changed.day
        AND written.app = changed.app
        AND written.trigger = changed.trigger
        AND written.app_state = changed.app_state
    GROUP BY changed.app, changed.day, changed.trigger, changed.app_state
    ORDER BY changed.day, changed.app, changed.trigger, changed.app_state
    ON CONFLICT (day, app, trigger, app_state) DO UPDATE SET
        received = cell.received + excluded.received,
        opened = cell.opened + excluded.opened,
        installations = cell.installations + excluded.installations;
END
$$;
