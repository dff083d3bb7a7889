-- Counts turn-offs by the day on which they were seen, app and OS version after them. Metrics: Turn-offs, Privacy. The
-- rest of an OS's versions (metric.is_rest): by turn-offs.
CREATE OR REPLACE FUNCTION projection.turn_offs_daily(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    {turn_offs_daily: # #type}
)
LANGUAGE sql STABLE
AS $$
WITH total AS (
    SELECT
        turn_off.app,
        (turn_off.at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
        turn_off.os,
        {turn_off_counts: #counted AS #}
    FROM projection.turn_offs(as_of) AS turn_off
    -- A day wider than the range, for the index; the day itself is compared below.
    WHERE turn_off.at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
        AND turn_off.at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1, 2, 3
),

ranked_total AS (
    SELECT
        total.*,
        metric.is_rest(
            dense_rank() OVER (PARTITION BY total.app ORDER BY version.turn_offs DESC, version.name COLLATE "C")
        ) AS is_rest
    FROM (
        SELECT
            total.*, os.os_name, os.major, os.minor,
            sum(total.turn_offs) OVER (PARTITION BY total.app, os.os_name, os.major, os.minor) AS of_version
        FROM total
        LEFT JOIN log.os ON os.os = total.os
        WHERE total.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    ) AS total
    CROSS JOIN LATERAL (
        SELECT total.of_version, total.os_name || ' ' || total.major || '.' || total.minor
    ) AS version (turn_offs, name)
),

cell AS (
    SELECT
        ranked_total.app,
        ranked_total.day,
        ranked_total.os_name,
        CASE WHEN NOT ranked_total.is_rest THEN ranked_total.major END AS major,
        CASE WHEN NOT ranked_total.is_rest THEN ranked_total.minor END AS minor,
        {turn_off_counts: sum(ranked_total.#)::bigint AS #}
    FROM ranked_total
    GROUP BY 1, 2, 3, 4, 5
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld(
            (cell.turn_offs, ARRAY[ROW(cell.app, cell.day, cell.os_name)::text], minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app, cell.day, coalesce(cell.os_name, '') COLLATE "C", cell.major, cell.minor
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    table_row.day,
    table_row.os_name,
    CASE WHEN table_row.os_name IS NOT NULL THEN coalesce(table_row.major || '.' || table_row.minor, metric.rest()) END,
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT {turn_off_counts: table_row.#} WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY
    app.app_id COLLATE "C", table_row.day, coalesce(table_row.os_name, '') COLLATE "C", table_row.major, table_row.minor
$$;
