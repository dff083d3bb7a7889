-- Returns where people counted by app and OS stand in a table by level: for each app, OS and level the row that counts
-- them. Metrics: Rest, Privacy. level: version or major of the OS, or the whole app (os_name and os_version are null).
-- Versions or majors of the rest (metric.is_rest) are one row, the last of the OS.
-- apps, oses, people: of each count its app, OS (the number) and people; the same app and OS can come several times.
-- place: of the row in the order of the table. is_withheld: whether it has no numbers. is_hidden: whether a page
-- withholds it beside its sums, even if a file does not.
CREATE OR REPLACE FUNCTION projection.shown_levels(
    apps integer[], oses integer[], people bigint[], minimum_cell integer
)
RETURNS TABLE (
    app integer,
    os integer,
    level text,
    place bigint,
    app_id text,
    os_name text,
    os_version text,
    is_withheld boolean,
    is_hidden boolean
)
LANGUAGE sql STABLE
AS $$
WITH level_count AS (
    SELECT
        os_count.app, os_count.os, os_count.people,
        os_level.level, os_level.os_name, os_level.os_version, os_level.os_major,
        sum(os_count.people) OVER (
            PARTITION BY os_level.level, os_count.app, os_level.os_name, os_level.os_version
        ) AS of_version
    FROM (
        SELECT given_count.app, given_count.os, sum(given_count.people)::bigint AS people
        FROM unnest(apps, oses, people) AS given_count (app, os, people)
        GROUP BY given_count.app, given_count.os
    ) AS os_count
    INNER JOIN log.os ON os.os = os_count.os
    CROSS JOIN LATERAL (
        VALUES
            ('version', os.os_name, os.major || '.' || os.minor, os.major),
            ('major', os.os_name, os.major::text, os.major),
            ('app', NULL, NULL, NULL)
    ) AS os_level (level, os_name, os_version, os_major)
),

named_count AS (
    SELECT
        level_count.*,
        CASE
            WHEN metric.is_rest(
                dense_rank() OVER (
                    PARTITION BY level_count.level, level_count.app
                    ORDER BY
                        level_count.of_version DESC, (level_count.os_name || ' ' || level_count.os_version) COLLATE "C"
                )
            ) THEN metric.rest()
            ELSE level_count.os_version
        END AS shown_version
    FROM level_count
),

placed_count AS MATERIALIZED (
    SELECT
        named_count.*,
        dense_rank() OVER (
            ORDER BY
                named_count.app, named_count.level, named_count.os_name COLLATE "C",
                stats.version_numbers(named_count.shown_version)
        ) AS place
    FROM named_count
),

row_hiding AS MATERIALIZED (
    SELECT
        cell.place,
        (metric.withheld((cell.people, cell.groups, minimum_cell)) OVER places)[row_number() OVER places] AS is_hidden,
        -- A file has only the OS versions, without their sums.
        (metric.withheld((cell.people, cell.groups[:1], minimum_cell)) OVER places)[row_number() OVER places]
            AS is_hidden_in_file
    FROM (
        SELECT
            placed_count.place,
            metric.level_groups(
                placed_count.level, placed_count.app::text, placed_count.os_name,
                CASE WHEN placed_count.shown_version <> metric.rest() THEN placed_count.os_major END
            ) AS groups,
            sum(placed_count.people)::bigint AS people
        FROM placed_count
        WHERE minimum_cell > 0
        GROUP BY 1, 2
    ) AS cell
    WINDOW places AS (ORDER BY cell.place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)

SELECT
    placed_count.app,
    placed_count.os,
    placed_count.level,
    placed_count.place,
    app.app_id,
    placed_count.os_name,
    placed_count.shown_version,
    coalesce(row_hiding.is_hidden AND (row_hiding.is_hidden_in_file OR placed_count.level <> 'version'), false),
    coalesce(row_hiding.is_hidden, false)
FROM placed_count
INNER JOIN log.app ON app.app = placed_count.app
LEFT JOIN row_hiding ON row_hiding.place = placed_count.place
$$;
