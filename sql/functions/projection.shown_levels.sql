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
WITH counted AS (
    SELECT
        given.app, given.os, given.people, at.level, at.os_name, at.os_version, at.os_major,
        sum(given.people) OVER (PARTITION BY at.level, given.app, at.os_name, at.os_version) AS of_version
    FROM (
        SELECT listed.app, listed.os, sum(listed.people)::bigint AS people
        FROM unnest(apps, oses, people) AS listed (app, os, people)
        GROUP BY listed.app, listed.os
    ) AS given
    INNER JOIN log.os ON os.os = given.os
    CROSS JOIN LATERAL (
        VALUES
            ('version', os.os_name, os.major || '.' || os.minor, os.major),
            ('major', os.os_name, os.major::text, os.major),
            ('app', NULL, NULL, NULL)
    ) AS at (level, os_name, os_version, os_major)
),

named AS (
    SELECT
        counted.*,
        CASE
            WHEN metric.is_rest(
                dense_rank() OVER (
                    PARTITION BY counted.level, counted.app
                    ORDER BY counted.of_version DESC, (counted.os_name || ' ' || counted.os_version) COLLATE "C"
                )
            ) THEN metric.rest()
            ELSE counted.os_version
        END AS shown_version
    FROM counted
),

placed AS MATERIALIZED (
    SELECT
        named.*,
        dense_rank() OVER (
            ORDER BY
                named.app, named.level, named.os_name COLLATE "C", stats.version_numbers(named.shown_version)
        ) AS place
    FROM named
),

hidden AS MATERIALIZED (
    SELECT page.*
    FROM (
        SELECT
            array_agg(cell.people ORDER BY cell.place) AS bases,
            array_agg(cell.groups ORDER BY cell.place) AS groups
        FROM (
            SELECT
                placed.place,
                metric.level_groups(
                    placed.level, placed.app::text, placed.os_name,
                    CASE WHEN placed.shown_version <> metric.rest() THEN placed.os_major END
                ) AS groups,
                sum(placed.people)::bigint AS people
            FROM placed
            WHERE minimum_cell > 0
            GROUP BY 1, 2
        ) AS cell
    ) AS listed
    CROSS JOIN LATERAL metric.withheld_levels(listed.bases, listed.groups, minimum_cell) AS page
)

SELECT
    placed.app,
    placed.os,
    placed.level,
    placed.place,
    app.app_id,
    placed.os_name,
    placed.shown_version,
    hidden.place IS NOT NULL AND (hidden.is_in_file OR placed.level <> 'version'),
    hidden.place IS NOT NULL
FROM placed
INNER JOIN log.app ON app.app = placed.app
LEFT JOIN hidden ON hidden.place = placed.place
$$;
