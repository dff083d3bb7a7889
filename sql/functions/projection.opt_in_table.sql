-- A table of the opt-in funnel by any dimensions of the prompt. Metrics: Opt-in funnel, Privacy.
-- dimensions: as opt_in_funnels takes them, in the order of the table's keys; with os_major and os_version there are rows of
-- both. level: major or version, null in other tables. funnel: null of rows that are withheld. place: in the order of the table.
CREATE OR REPLACE FUNCTION projection.opt_in_table(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer, dimensions text[]
)
RETURNS TABLE (
    app_id text,
    day date,
    placement text,
    variant text,
    os_name text,
    os_version text,
    app_version text,
    level text,
    funnel projection.funnel,
    place bigint
)
LANGUAGE sql STABLE
AS $$
WITH placed AS (
    SELECT
        funnels.*,
        funnels.os_major || coalesce('.' || funnels.os_minor, '') AS os_version,
        row_number() OVER (
            ORDER BY
                funnels.app_id COLLATE "C",
                funnels.day,
                funnels.placement COLLATE "C",
                funnels.variant COLLATE "C",
                funnels.os_name COLLATE "C",
                funnels.os_major,
                funnels.os_minor NULLS FIRST,
                funnels.app_version <> '',
                stats.version_numbers(funnels.app_version) NULLS LAST,
                funnels.app_version COLLATE "C"
        ) AS place
    FROM projection.opt_in_funnels(from_day, to_day, known_by, dimensions) AS funnels
),

-- A day of a version is blank, too, if the version is blank in the whole range.
cell AS (
    SELECT
        placed.*,
        metric.is_small(placed.prompted, minimum_cell) OR blank.app_id IS NOT NULL AS is_small
    FROM placed
    LEFT JOIN (
        SELECT version.app_id, version.os_name, version.os_version
        FROM projection.opt_in_levels(from_day, to_day, known_by, minimum_cell) AS version
        WHERE version.level = 'version' AND version.funnel IS NULL AND 'day' = ANY (dimensions)
    ) AS blank
        ON blank.app_id = placed.app_id
        AND blank.os_name = placed.os_name
        AND blank.os_version = placed.os_version
    -- Without a minimum no row is weighed, which takes as long as counting people.
    WHERE minimum_cell > 0
),

-- Weighed among the rows that differ by the OS version alone, and among those that differ by the last key alone.
weighed AS (
    SELECT
        cell.place,
        metric.is_withheld(cell.is_small, cell.prompted) OVER (
            PARTITION BY
                cell.app_id, cell.day, cell.placement, cell.variant, cell.os_name, cell.app_version, cell.os_minor IS NULL
            ORDER BY cell.is_small DESC, cell.prompted, cell.place
        ) OR metric.is_withheld(cell.is_small, cell.prompted) OVER (
            PARTITION BY
                cell.app_id, cell.day, cell.placement, CASE WHEN last.key <> 'variant' THEN cell.variant END,
                CASE WHEN last.key <> 'os_name' THEN cell.os_name END, cell.os_version
            ORDER BY cell.is_small DESC, cell.prompted, cell.place
        ) AS is_withheld
    FROM cell
    CROSS JOIN (SELECT dimensions[cardinality(dimensions)] AS key) AS last
)

SELECT
    placed.app_id,
    placed.day,
    placed.placement,
    placed.variant,
    placed.os_name,
    placed.os_version,
    placed.app_version,
    CASE WHEN placed.os_minor IS NOT NULL THEN 'version' WHEN placed.os_major IS NOT NULL THEN 'major' END,
    funnel,
    placed.place
FROM placed
LEFT JOIN LATERAL metric.published_funnel(
    placed.prompted, placed.granted, placed.denied, placed.undecided, placed.open_window
) AS funnel ON placed.place NOT IN (SELECT weighed.place FROM weighed WHERE weighed.is_withheld)
ORDER BY placed.place
$$;
