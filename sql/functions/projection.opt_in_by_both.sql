-- The opt-in funnel by OS and app version of the prompt at once, over a range of days of the prompt. Metrics: Opt-in funnel,
-- Privacy. level: 'version' (major.minor) or 'major'.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people have no numbers, and if that leaves one row
-- of an app, OS and app version, or of an app and OS version, blank, neither does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.opt_in_by_both(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    app_version text,
    funnel projection.funnel,
    level text
)
LANGUAGE sql STABLE
AS $$
WITH levelled AS (
    SELECT
        CASE WHEN grouping(funnels.os_minor) = 0 THEN 'version' ELSE 'major' END AS level,
        funnels.app_id,
        funnels.os_name,
        funnels.os_major,
        funnels.os_minor,
        funnels.app_version,
        sum(funnels.prompted)::bigint AS prompted,
        sum(funnels.granted)::bigint AS granted,
        sum(funnels.denied)::bigint AS denied,
        sum(funnels.undecided)::bigint AS undecided,
        sum(funnels.open_window)::bigint AS open_window
    FROM projection.opt_in_funnels(from_day, to_day, known_by, '{os_version,app_version}') AS funnels
    GROUP BY
        funnels.app_id, funnels.os_name, funnels.os_major, funnels.app_version, GROUPING SETS ((), (funnels.os_minor))
),

placed AS (
    SELECT
        levelled.*,
        row_number() OVER (
            ORDER BY
                levelled.app_version <> '',
                projection.version_numbers(levelled.app_version) NULLS LAST,
                levelled.app_version COLLATE "C"
        ) AS place
    FROM levelled
),

cell AS (
    SELECT
        placed.*,
        projection.is_withheld(placed.prompted, minimum_cell) OVER (
            PARTITION BY placed.level, placed.app_id, placed.os_name, placed.app_version
            ORDER BY placed.prompted, placed.os_major, placed.os_minor
        ) OR projection.is_withheld(placed.prompted, minimum_cell) OVER (
            PARTITION BY placed.level, placed.app_id, placed.os_name, placed.os_major, placed.os_minor
            ORDER BY placed.prompted, placed.place
        ) AS is_withheld
    FROM placed
)

SELECT
    cell.app_id,
    cell.os_name,
    cell.os_major || coalesce('.' || cell.os_minor, ''),
    cell.app_version,
    funnel,
    cell.level
FROM cell
LEFT JOIN LATERAL projection.published_funnel(
    cell.prompted, cell.granted, cell.denied, cell.undecided, cell.open_window
) AS funnel ON NOT cell.is_withheld
ORDER BY
    cell.app_id COLLATE "C", cell.os_name COLLATE "C", cell.os_major, cell.os_minor NULLS FIRST, cell.place
$$;
