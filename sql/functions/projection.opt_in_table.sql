-- Returns a table of the opt-in funnel by app and any dimensions of the prompt. Metrics: Opt-in funnel, Privacy.
-- dimensions: any of os_name, os_major, os_version, app_version, placement and variant, in the order of the table's
-- keys; or day with parts of the OS only; or locale only. A part of the OS includes those above it; os_major with
-- os_version gives rows of both. Columns of other dimensions are null; empty if the prompt named no app_version,
-- placement, variant or locale.
-- level: major or version, null in other tables. funnel: null in withheld rows. place: position in the table's order.
-- The planner expects few people if it does not know the range, and would sort them all to group them, and look up
-- names one at a time: both are off.
CREATE OR REPLACE FUNCTION projection.opt_in_table(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer, dimensions text[]
)
RETURNS TABLE (
    app_id text,
    day date,
    placement text,
    variant text,
    os_name text,
    os_version text,
    app_version text,
    locale text,
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
        CASE WHEN dimensions[1] IN ('day', 'locale') THEN dimensions[1] END
    ) AS asked
),

named AS (
    SELECT
        app.app_id,
        counted.day,
        CASE WHEN dimensions && '{os_name,os_major,os_version}' THEN os.os_name END AS os_name,
        CASE WHEN dimensions && '{os_major,os_version}' THEN os.major END AS os_major,
        CASE WHEN level.is_version THEN os.minor END AS os_minor,
        CASE WHEN 'app_version' = ANY (dimensions) THEN coalesce(app_version.text, '') END AS app_version,
        CASE WHEN 'placement' = ANY (dimensions) THEN coalesce(placement.text, '') END AS placement,
        CASE WHEN 'variant' = ANY (dimensions) THEN coalesce(variant.text, '') END AS variant,
        CASE WHEN 'locale' = ANY (dimensions) THEN coalesce(locale.text, '') END AS locale,
        sum(counted.prompted)::bigint AS prompted,
        sum(counted.granted)::bigint AS granted,
        sum(counted.denied)::bigint AS denied,
        sum(counted.undecided)::bigint AS undecided,
        sum(counted.open_window)::bigint AS open_window
    FROM counted
    CROSS JOIN (
        SELECT true WHERE 'os_version' = ANY (dimensions)
        UNION ALL
        SELECT false WHERE 'os_major' = ANY (dimensions) OR 'os_version' <> ALL (dimensions)
    ) AS level (is_version)
    INNER JOIN log.app ON app.app = counted.app
    LEFT JOIN log.os ON os.os = counted.os
    LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
    LEFT JOIN log.word AS placement ON placement.word = counted.placement
    LEFT JOIN log.word AS variant ON variant.word = counted.variant
    LEFT JOIN log.word AS locale ON locale.word = counted.locale
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),

placed AS (
    SELECT
        named.*,
        named.os_major || coalesce('.' || named.os_minor, '') AS os_version,
        row_number() OVER (
            ORDER BY
                named.app_id COLLATE "C",
                named.day,
                named.placement COLLATE "C",
                named.variant COLLATE "C",
                named.os_name COLLATE "C",
                named.os_major,
                named.os_minor NULLS FIRST,
                named.app_version <> '',
                stats.version_numbers(named.app_version) NULLS LAST,
                named.app_version COLLATE "C",
                named.locale COLLATE "C"
        ) AS place
    FROM named
),

-- The groups are the rows that differ only by the OS version, those that differ only by the last key, and, beside majors,
-- the versions of one.
withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(CASE WHEN blank.app_id IS NULL THEN placed.prompted ELSE 1 END ORDER BY placed.place),
        array_agg(
            ARRAY[
                CASE WHEN placed.os_major IS NOT NULL THEN ROW(
                    placed.app_id, placed.day, placed.placement, placed.variant, placed.os_name, placed.app_version,
                    placed.os_minor IS NULL
                )::text END,
                ROW(
                    placed.app_id, placed.day, placed.placement,
                    CASE WHEN own.last_key <> 'variant' THEN placed.variant END,
                    CASE WHEN own.last_key <> 'os_name' THEN placed.os_name END,
                    CASE WHEN own.last_key NOT IN ('os_version', 'os_major') THEN placed.os_version END,
                    placed.os_minor IS NULL
                )::text,
                CASE WHEN dimensions @> '{os_major,os_version}' AND placed.os_minor IS NOT NULL THEN ROW(
                    placed.app_id, placed.os_name, placed.os_major, placed.app_version
                )::text END
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
    placed.placement,
    placed.variant,
    placed.os_name,
    placed.os_version,
    placed.app_version,
    placed.locale,
    CASE WHEN placed.os_minor IS NOT NULL THEN 'version' WHEN placed.os_major IS NOT NULL THEN 'major' END,
    funnel,
    placed.place
FROM placed
LEFT JOIN LATERAL metric.published_funnel(
    placed.prompted, placed.granted, placed.denied, placed.undecided, placed.open_window
) AS funnel ON placed.place NOT IN (SELECT withheld.place FROM withheld)
ORDER BY placed.place
$$;
