-- Counts win-back by OS version, OS major and app: people asked to go to Settings, who went, who came back authorized.
-- Metrics: Win-back, Privacy. level, os_name, os_version: see projection.os_levels. win_back: null if withheld.
-- is_hidden: whether a page withholds the row beside its sums, even if a file does not.
CREATE OR REPLACE FUNCTION projection.win_back_levels(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    win_back projection.win_back,
    is_hidden boolean
)
LANGUAGE sql STABLE
AS $$
WITH level_count AS (
    SELECT
        os_level.level, question_count.app, os_level.os_name, os_level.os_version, os_level.os_major,
        {win_back: question_count.#},
        sum(question_count.asked) OVER (
            PARTITION BY os_level.level, question_count.app, os_level.os_name, os_level.os_version
        ) AS of_version
    FROM projection.question_counts(from_day, to_day, as_of) AS question_count
    INNER JOIN projection.os_levels() AS os_level ON os_level.os = question_count.asked_os
),

question_count AS (
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

cell AS (
    SELECT
        version_count.level,
        version_count.app,
        version_count.os_name,
        version_count.shown_version AS os_version,
        CASE WHEN version_count.shown_version <> metric.rest() THEN version_count.os_major END AS os_major,
        {win_back: sum(version_count.#)::bigint AS #},
        row_number() OVER (
            ORDER BY
                version_count.app, version_count.level, version_count.os_name COLLATE "C",
                stats.version_numbers(version_count.shown_version)
        ) AS place
    FROM version_count
    GROUP BY 1, 2, 3, 4, 5
),

hidden_row AS MATERIALIZED (
    SELECT hidden_place.*
    FROM (
        SELECT
            array_agg(cell.asked ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app::text, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS list
    CROSS JOIN LATERAL metric.withheld_levels(list.bases, list.groups, minimum_cell) AS hidden_place
)

SELECT
    cell.level,
    app.app_id,
    cell.os_name,
    cell.os_version,
    CASE
        WHEN hidden_row.place IS NULL OR NOT (hidden_row.is_in_file OR cell.level <> 'version')
            THEN ({win_back: cell.#}, rate.*)::projection.win_back
    END,
    hidden_row.place IS NOT NULL
FROM cell
LEFT JOIN hidden_row ON hidden_row.place = cell.place
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL stats.published_rate(cell.returned, cell.asked) AS rate
$$;
