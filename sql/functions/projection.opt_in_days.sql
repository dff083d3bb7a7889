-- Returns the opt-in funnel by app, day and OS of the prompt. Metrics: Opt-in funnel, Privacy.
-- level: version or major. funnel: null in withheld rows. place: position in the table's order. OS versions of the rest
-- (metric.is_rest) are one row, the last of its day and OS.
-- The planner expects few people if it does not know the range, and would sort them all to group them, and look up
-- names one at a time: both are off.
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
WITH named AS (
    SELECT
        app.app_id,
        asked.day,
        os.os_name,
        os.major AS os_major,
        CASE level WHEN 'version' THEN os.minor END AS os_minor,
        {funnel counts: sum(asked.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day, 'day') AS asked
    INNER JOIN log.app ON app.app = asked.app
    INNER JOIN log.os ON os.os = asked.os
    GROUP BY 1, 2, 3, 4, 5
),

rest AS MATERIALIZED (
    SELECT valued.app_id, valued.os_name, valued.os_major, valued.os_minor, true AS is_rest
    FROM (
        SELECT
            named.app_id,
            named.os_name,
            named.os_major,
            named.os_minor,
            row_number() OVER (
                PARTITION BY named.app_id
                ORDER BY
                    sum(named.prompted) DESC,
                    concat(named.os_name, ' ', named.os_major, '.' || named.os_minor) COLLATE "C"
            ) AS place
        FROM named
        WHERE metric.values_shown() IS NOT NULL
        GROUP BY named.app_id, named.os_name, named.os_major, named.os_minor
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

-- Versions of the rest are null, so that they come last.
cell AS (
    SELECT
        named.app_id,
        named.day,
        named.os_name,
        CASE WHEN rest.is_rest IS NULL THEN named.os_major END AS os_major,
        CASE WHEN rest.is_rest IS NULL THEN named.os_minor END AS os_minor,
        {funnel counts: sum(named.#)::bigint AS #}
    FROM named
    LEFT JOIN rest
        ON rest.app_id = named.app_id
        AND rest.os_name = named.os_name
        AND rest.os_major = named.os_major
        AND rest.os_minor IS NOT DISTINCT FROM named.os_minor
    GROUP BY 1, 2, 3, 4, 5
),

placed AS (
    SELECT
        cell.*,
        coalesce(cell.os_major || coalesce('.' || cell.os_minor, ''), metric.rest()) AS os_version,
        row_number() OVER (
            ORDER BY cell.app_id COLLATE "C", cell.day, cell.os_name COLLATE "C", cell.os_major, cell.os_minor
        ) AS place
    FROM cell
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        -- A version that is withheld over the whole range is withheld on each day too, by counting its people as one.
        array_agg(CASE WHEN blank.app_id IS NULL THEN placed.prompted ELSE 1 END ORDER BY placed.place),
        array_agg(ARRAY[ROW(placed.app_id, placed.day, placed.os_name)::text] ORDER BY placed.place),
        minimum_cell
    )) AS place
    FROM placed
    LEFT JOIN (
        SELECT version.app_id, version.os_name, version.os_version
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_page(from_day, to_day, (SELECT as_of), minimum_cell) AS version
        WHERE version.level = 'version' AND version.funnel IS NULL
    ) AS blank
        ON blank.app_id = placed.app_id
        AND blank.os_name = placed.os_name
        AND blank.os_version = placed.os_version
    -- Without a minimum nothing is withheld, and this would take as long as counting people.
    WHERE minimum_cell > 0
)

SELECT placed.app_id, placed.day, placed.os_name, placed.os_version, funnel, placed.place
FROM placed
LEFT JOIN LATERAL metric.published_funnel({funnel counts: placed.#}) AS funnel
    ON placed.place NOT IN (SELECT withheld.place FROM withheld)
ORDER BY placed.place
$$;
