-- Returns a table of the opt-in funnel by app and any dimensions of the prompt. Metrics: Opt-in funnel, Privacy.
-- dimensions: any of os_name, os_major, os_version, app_version, placement and variant, in the order of the table's
-- keys; or day with parts of the OS only; or locale only. A part of the OS includes those above it; os_major with
-- os_version gives rows of both. Columns of other dimensions are null; words that the prompt did not name are empty.
-- level: major or version, null in other tables. funnel: null in withheld rows. place: position in the table's order.
-- Values of the rest (metric.is_rest) are one row, the last of its group.
-- The planner expects few people if it does not know the range, and would sort them all to group them, and look up
-- names one at a time: both are off.
CREATE OR REPLACE FUNCTION projection.opt_in_table(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer, dimensions text[]
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_version text,
    {words+lone_words: # text},
    level text,
    funnel projection.funnel,
    place bigint
)
LANGUAGE sql STABLE SET enable_sort = off SET enable_nestloop = off
AS $$
-- Groups by numbers first, so that names are looked up per group and not per person.
WITH counted AS (
    SELECT asked.*
    FROM projection.past(
        NULL::projection.asked, as_of, from_day, to_day,
        CASE WHEN dimensions[1] IN ('day', {lone_words: '#'}) THEN dimensions[1] END
    ) AS asked
),

named AS (
    SELECT
        app.app_id,
        counted.day,
        CASE WHEN dimensions && '{os_name,os_major,os_version}' THEN os.os_name END AS os_name,
        CASE WHEN dimensions && '{os_major,os_version}' THEN os.major END AS os_major,
        CASE WHEN level.is_version THEN os.minor END AS os_minor,
        CASE
            WHEN level.is_version THEN 'version'
            WHEN 'os_major' = ANY (dimensions) THEN 'major'
        END AS level,
        {words+lone_words: word.#},
        {funnel counts: sum(counted.#)::bigint AS #}
    FROM counted
    CROSS JOIN (
        SELECT true WHERE 'os_version' = ANY (dimensions)
        UNION ALL
        SELECT false WHERE 'os_major' = ANY (dimensions) OR 'os_version' <> ALL (dimensions)
    ) AS level (is_version)
    INNER JOIN log.app ON app.app = counted.app
    LEFT JOIN log.os ON os.os = counted.os
    {words+lone_words| LEFT JOIN log.word AS # ON #.word = counted.#}
    CROSS JOIN LATERAL (
        SELECT {words+lone_words: CASE WHEN '#' = ANY (dimensions) THEN coalesce(#.text, '') END AS #}
    ) AS word
    GROUP BY 1, 2, 3, 4, 5, 6, {words+lone_words: word.#}
),

rest AS MATERIALIZED (
    SELECT valued.app_id, valued.dimension, valued.value
    FROM (
        SELECT
            named.app_id,
            own.dimension,
            own.value,
            row_number() OVER (
                PARTITION BY named.app_id, own.dimension
                ORDER BY own.value = metric.rest(), sum(named.prompted) DESC, own.value COLLATE "C"
            ) AS place
        FROM named
        CROSS JOIN LATERAL (
            VALUES
                (
                    named.level,
                    named.os_name || ' ' || named.os_major
                        || CASE named.level WHEN 'version' THEN '.' || named.os_minor ELSE '' END
                ),
                {words+lone_words: ('#', named.#)}
        ) AS own (dimension, value)
        WHERE own.value IS NOT NULL AND metric.values_shown() IS NOT NULL
        GROUP BY named.app_id, own.dimension, own.value
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

-- Values of the rest are null, so that they come last.
folded AS (
    SELECT
        named.app_id,
        named.day,
        named.level,
        named.os_name,
        CASE WHEN system.value IS NULL THEN named.os_major END AS os_major,
        CASE WHEN system.value IS NULL THEN named.os_minor END AS os_minor,
        {words+lone_words: word.#},
        {funnel counts: sum(named.#)::bigint AS #}
    FROM named
    LEFT JOIN rest AS system
        ON system.app_id = named.app_id
        AND system.dimension = named.level
        AND system.value = named.os_name || ' ' || named.os_major
            || CASE named.level WHEN 'version' THEN '.' || named.os_minor ELSE '' END
    {words+lone_words| LEFT JOIN rest AS # ON #.app_id = named.app_id AND #.dimension = '#' AND #.value = named.#}
    CROSS JOIN LATERAL (SELECT {words+lone_words: CASE WHEN #.value IS NULL THEN named.# END AS #}) AS word
    GROUP BY 1, 2, 3, 4, 5, 6, {words+lone_words: word.#}
),

placed AS (
    SELECT
        folded.*,
        CASE
            WHEN folded.level IS NOT NULL
                THEN coalesce(folded.os_major || coalesce('.' || folded.os_minor, ''), metric.rest())
        END AS os_version,
        row_number() OVER (
            ORDER BY
                folded.app_id COLLATE "C",
                folded.day,
                folded.placement COLLATE "C",
                folded.variant COLLATE "C",
                folded.os_name COLLATE "C",
                folded.os_major,
                folded.os_minor NULLS FIRST,
                folded.level COLLATE "C",
                folded.app_version <> '',
                stats.version_numbers(folded.app_version) NULLS LAST,
                folded.app_version COLLATE "C",
                {lone_words: folded.# COLLATE "C"}
        ) AS place
    FROM folded
),

-- The groups are the rows that differ only by the OS version, those that differ only by the last key, beside majors the
-- versions of one, and on a page of placements and variants, which shows the sum of an app, those of an app.
withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(CASE WHEN blank.app_id IS NULL THEN placed.prompted ELSE 1 END ORDER BY placed.place),
        array_agg(
            ARRAY[
                CASE WHEN placed.level IS NOT NULL THEN ROW(
                    placed.app_id, placed.day, placed.placement, placed.variant, placed.os_name, placed.app_version,
                    placed.level
                )::text END,
                ROW(
                    placed.app_id, placed.day, placed.placement,
                    CASE WHEN own.last_key <> 'variant' THEN placed.variant END,
                    CASE WHEN own.last_key <> 'os_name' THEN placed.os_name END,
                    CASE WHEN own.last_key NOT IN ('os_version', 'os_major') THEN placed.os_version END,
                    placed.level
                )::text,
                CASE
                    WHEN dimensions @> '{os_major,os_version}' AND placed.level = 'version'
                        THEN ROW(placed.app_id, placed.os_name, placed.os_major, placed.app_version)::text
                    WHEN dimensions = '{placement,variant}' THEN ROW(placed.app_id)::text
                END
            ]
            ORDER BY placed.place
        ),
        minimum_cell
    )) AS place
    FROM placed
    LEFT JOIN (
        SELECT version.app_id, version.os_name, version.os_version
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_page(from_day, to_day, (SELECT as_of), minimum_cell) AS version
        WHERE version.level = 'version' AND version.funnel IS NULL AND 'day' = ANY (dimensions)
    ) AS blank
        ON blank.app_id = placed.app_id
        AND blank.os_name = placed.os_name
        AND blank.os_version = placed.os_version
    -- A version that is withheld over the whole range is withheld on each day too, by counting its people as one.
    CROSS JOIN LATERAL (SELECT dimensions[cardinality(dimensions)]) AS own (last_key)
    -- Without a minimum nothing is withheld, and this would take as long as counting people.
    WHERE minimum_cell > 0
)

SELECT
    placed.app_id,
    placed.day,
    placed.os_name,
    placed.os_version,
    {words+lone_words: CASE WHEN '#' = ANY (dimensions) THEN coalesce(placed.#, metric.rest()) END},
    placed.level,
    funnel,
    placed.place
FROM placed
LEFT JOIN LATERAL metric.published_funnel({funnel counts: placed.#}) AS funnel
    ON placed.place NOT IN (SELECT withheld.place FROM withheld)
ORDER BY placed.place
$$;
