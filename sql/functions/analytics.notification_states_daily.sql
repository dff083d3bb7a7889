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

table_row AS (
    SELECT
        cell.*,
        row_number() OVER (
            ORDER BY cell.app, cell.day, cell.trigger COLLATE "C", cell.app_state COLLATE "C"
        ) AS place
    FROM cell
),

activity AS (
    SELECT opens.app, opens.day, sum(opens.active)::bigint AS people
    FROM projection.opens(from_day, to_day, (SELECT metric.cutoff(as_of)), 'os') AS opens
    WHERE minimum_cell > 0
    GROUP BY opens.app, opens.day
),

row_base AS (
    SELECT
        table_row.*,
        least(nullif(table_row.received + table_row.opened, 0), nullif(activity.people, 0)) AS people
    FROM table_row
    LEFT JOIN activity ON activity.app = table_row.app AND activity.day = table_row.day
    WHERE minimum_cell > 0
),

withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(row_base.people ORDER BY row_base.place),
        array_agg(ARRAY[ROW(row_base.app, row_base.day, row_base.trigger)::text] ORDER BY row_base.place),
        minimum_cell
    )) AS place
    FROM row_base
    WHERE minimum_cell > 0
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
    WHERE table_row.place NOT IN (SELECT withheld_row.place FROM withheld_row)
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.day, table_row.trigger COLLATE "C", table_row.app_state COLLATE "C"
$$;
