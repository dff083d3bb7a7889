-- Returns receipts and opens by day, by what started the notification and by the state that the app was in. Metrics:
-- Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.notification_states_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    day date,
    trigger text,
    app_state text,
    received bigint,
    opened bigint,
    installations bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT
        sum(state.received)::bigint AS received,
        sum(state.opened)::bigint AS opened,
        sum(state.installations)::bigint AS installations,
        state.app,
        state.day,
        state.trigger,
        state.app_state
    FROM projection.notification_states(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS state
    GROUP BY state.app, state.day, state.trigger, state.app_state
),

counted AS (
    SELECT
        cell.*,
        metric.is_withheld(cell.installations, minimum_cell) OVER (
            PARTITION BY cell.app, cell.day, cell.trigger ORDER BY cell.installations, cell.app_state COLLATE "C"
        ) AS is_withheld
    FROM cell
)

SELECT
    app.app_id,
    counted.day,
    counted.trigger,
    counted.app_state,
    shown.received,
    shown.opened,
    shown.installations
FROM counted
INNER JOIN log.app ON app.app = counted.app
LEFT JOIN LATERAL (SELECT counted.* WHERE NOT counted.is_withheld) AS shown ON true
ORDER BY app.app_id COLLATE "C", counted.day, counted.trigger COLLATE "C", counted.app_state COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.notification_states_daily(date, date, timestamptz, integer) IS
    'Receipts and opens of notifications by day, trigger and state of the app, by app.';
