-- Returns the opt-in funnel by app, day and OS of the prompt. Metrics: Opt-in funnel, Privacy.
-- level: version or major. funnel: null in withheld rows. place: position in the table's order. OS versions of the rest
-- (metric.is_rest) are one row, the last of its day and OS.
CREATE OR REPLACE FUNCTION projection.opt_in_days(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer, level text
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_version text,
    funnel projection.funnel,
    place bigint
)
LANGUAGE sql STABLE SET enable_sort = off SET enable_nestloop = off
AS $$
-- Groups by numbers first, so that names are looked up per group and not per person.
WITH version_day AS (
    SELECT
        app.app_id,
        funnel_cell.day,
        os.os_name,
        os.major AS os_major,
        CASE level WHEN 'version' THEN os.minor END AS os_minor,
        sum(sum(funnel_cell.prompted)) OVER (
            PARTITION BY app.app_id, os.os_name, os.major, CASE level WHEN 'version' THEN os.minor END
        ) AS of_version,
        {funnel counts: sum(funnel_cell.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day, 'day') AS funnel_cell
    INNER JOIN log.app ON app.app = funnel_cell.app
    INNER JOIN log.os ON os.os = funnel_cell.os
    GROUP BY 1, 2, 3, 4, 5
),

ranked_day AS (
    SELECT
        version_day.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY version_day.app_id
                ORDER BY
                    version_day.of_version DESC,
                    concat(version_day.os_name, ' ', version_day.os_major, '.' || version_day.os_minor) COLLATE "C"
            )
        ) AS is_rest
    FROM version_day
),

-- Versions of the rest are null, so that they come last.
cell AS (
    SELECT
        ranked_day.app_id,
        ranked_day.day,
        ranked_day.os_name,
        CASE WHEN NOT ranked_day.is_rest THEN ranked_day.os_major END AS os_major,
        CASE WHEN NOT ranked_day.is_rest THEN ranked_day.os_minor END AS os_minor,
        {funnel counts: sum(ranked_day.#)::bigint AS #}
    FROM ranked_day
    GROUP BY 1, 2, 3, 4, 5
),

table_row AS (
    SELECT
        cell.*,
        label.os_version,
        row_number() OVER places AS place,
        (metric.withheld((
            -- A version that is withheld over the whole range counts as one person, to be withheld on each day too.
            CASE WHEN withheld_version.app_id IS NULL THEN cell.prompted ELSE 1 END,
            ARRAY[ROW(cell.app_id, cell.day, cell.os_name)::text],
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    CROSS JOIN LATERAL (
        SELECT coalesce(cell.os_major || coalesce('.' || cell.os_minor, ''), metric.rest())
    ) AS label (os_version)
    LEFT JOIN (
        SELECT version.app_id, version.os_name, version.os_version
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_page(from_day, to_day, (SELECT as_of), minimum_cell) AS version
        -- Without a minimum nothing is withheld, and this would take as long as counting people.
        WHERE minimum_cell > 0 AND version.level = 'version' AND version.funnel IS NULL
    ) AS withheld_version
        ON withheld_version.app_id = cell.app_id
        AND withheld_version.os_name = cell.os_name
        AND withheld_version.os_version = label.os_version
    WINDOW places AS (
        ORDER BY cell.app_id COLLATE "C", cell.day, cell.os_name COLLATE "C", cell.os_major, cell.os_minor
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT table_row.app_id, table_row.day, table_row.os_name, table_row.os_version, funnel, table_row.place
FROM table_row
LEFT JOIN LATERAL metric.published_funnel({funnel counts: table_row.#}) AS funnel
    ON table_row.is_withheld IS NOT TRUE
ORDER BY table_row.place
$$;
