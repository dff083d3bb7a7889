-- Returns everyone who came to the ask, and what became of them, by app, dimension and value of the ask. Metrics: The
-- whole ask, Privacy. Values of the rest (metric.is_rest) are one row.
CREATE OR REPLACE FUNCTION analytics.ask_by(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {ask_by: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
-- Groups by numbers first, so that names are made per value and not per combination of values.
WITH value_count AS (
    SELECT ask_count.app, value.kind, value.value, {ask counts: sum(ask_count.#)::bigint AS #}
    FROM projection.ask_counts(from_day, to_day, (SELECT metric.cutoff(as_of))) AS ask_count
    CROSS JOIN LATERAL (VALUES {ask_values: ('#', ask_count.#)}) AS value (kind, value)
    GROUP BY 1, 2, 3
),

dimension_value AS (
    SELECT
        app.app_id,
        label.dimension,
        coalesce(label.name, '') AS name,
        {ask counts: sum(value_count.#)::bigint AS #},
        row_number() OVER (
            PARTITION BY app.app_id, label.dimension
            ORDER BY
                coalesce(label.name, '') = metric.rest(), sum(value_count.asked) DESC,
                coalesce(label.name, '') COLLATE "C"
        ) AS rank
    FROM value_count
    INNER JOIN log.app ON app.app = value_count.app
    LEFT JOIN log.os ON os.os = value_count.value
    LEFT JOIN log.word ON word.word = value_count.value
    CROSS JOIN LATERAL (
        SELECT 'all' AS dimension, '' AS name WHERE value_count.kind = 'os'
        {ask_dimensions| UNION ALL SELECT '#', #text WHERE value_count.kind = '#of'}
    ) AS label
    GROUP BY 1, 2, 3
),

cell AS (
    SELECT
        dimension_value.app_id,
        dimension_value.dimension,
        CASE WHEN metric.is_rest(dimension_value.rank) THEN metric.rest() ELSE dimension_value.name END AS name,
        {ask counts: sum(dimension_value.#)::bigint AS #}
    FROM dimension_value
    GROUP BY 1, 2, 3
),

table_row AS (
    SELECT
        cell.*,
        row_number() OVER places AS place,
        (metric.withheld(
            (cell.asked, metric.dimension_groups(cell.app_id, cell.dimension, cell.name), minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app_id COLLATE "C", metric.dimension_place(cell.dimension), cell.name COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT table_row.app_id, table_row.dimension, table_row.name, numbers.*
FROM table_row
LEFT JOIN LATERAL (
    SELECT {ask: #value}, rate.*
    FROM stats.published_rate(table_row.granted, table_row.asked - table_row.open_window) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS numbers ON true
ORDER BY table_row.place
$$;
