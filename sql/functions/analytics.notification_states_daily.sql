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

counted AS (
    SELECT
        cell.*,
        row_number() OVER (
            ORDER BY cell.app, cell.day, cell.trigger COLLATE "C", cell.app_state COLLATE "C"
        ) AS place
    FROM cell
),

active AS (
    SELECT opens.app, opens.day, sum(opens.active)::bigint AS people
    FROM projection.opens(from_day, to_day, (SELECT metric.cutoff(as_of)), 'os') AS opens
    WHERE minimum_cell > 0
    GROUP BY opens.app, opens.day
),

weighed AS (
    SELECT
        counted.*,
        least(nullif(counted.received + counted.opened, 0), nullif(active.people, 0)) AS people
    FROM counted
    LEFT JOIN active ON active.app = counted.app AND active.day = counted.day
    WHERE minimum_cell > 0
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(weighed.people ORDER BY weighed.place),
        array_agg(ARRAY[ROW(weighed.app, weighed.day, weighed.trigger)::text] ORDER BY weighed.place),
        minimum_cell
    )) AS place
    FROM weighed
    WHERE minimum_cell > 0
)

SELECT
    app.app_id,
    counted.day,
    counted.trigger,
    counted.app_state,
    {states: shown.#}
FROM counted
INNER JOIN log.app ON app.app = counted.app
LEFT JOIN LATERAL (SELECT counted.* WHERE counted.place NOT IN (SELECT withheld.place FROM withheld)) AS shown ON true
ORDER BY app.app_id COLLATE "C", counted.day, counted.trigger COLLATE "C", counted.app_state COLLATE "C"
$$;
