-- Returns receipts and opens by day, by what started the notification and by the state that the app was in. Metrics:
-- Opens, Privacy. Base of a row, for minimum_cell: its receipts and opens, or the people active on the day if fewer.
CREATE OR REPLACE FUNCTION analytics.notification_states_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {notification_states_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT
        {states: sum(state.#)::bigint AS #},
        state.app,
        state.day,
        state.trigger,
        state.app_state
    FROM projection.notification_states(from_day, to_day, (SELECT metric.cutoff(as_of))) AS state
    GROUP BY state.app, state.day, state.trigger, state.app_state
),

activity AS (
    SELECT opens.app, opens.day, sum(opens.active)::bigint AS people
    FROM projection.opens(from_day, to_day, (SELECT metric.cutoff(as_of)), 'os') AS opens
    WHERE minimum_cell > 0
    GROUP BY opens.app, opens.day
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((
            least(nullif(cell.received + cell.opened, 0), nullif(activity.people, 0)),
            ARRAY[ROW(cell.app, cell.day, cell.trigger)::text],
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    LEFT JOIN activity ON activity.app = cell.app AND activity.day = cell.day
    WINDOW places AS (
        ORDER BY cell.app, cell.day, cell.trigger COLLATE "C", cell.app_state COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    table_row.day,
    table_row.trigger,
    table_row.app_state,
    {states: visible_row.#}
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.*
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.day, table_row.trigger COLLATE "C", table_row.app_state COLLATE "C"
$$;
