-- Counts win-back by OS version, OS major and app: people asked to go to Settings, who went, who came back authorized.
-- Metrics: Win-back, Privacy. For level, os_name, os_version and is_hidden see projection.shown_levels. win_back: null
-- if withheld.
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
WITH question_count AS MATERIALIZED (
    SELECT question_count.* FROM projection.question_counts(from_day, to_day, as_of) AS question_count
),

cell AS (
    SELECT
        level_row.level, level_row.app_id, level_row.os_name, level_row.os_version,
        level_row.is_withheld, level_row.is_hidden,
        {win_back: sum(question_count.#)::bigint AS #}
    FROM (
        SELECT
            array_agg(question_count.app) AS apps,
            array_agg(question_count.asked_os) AS oses,
            array_agg(question_count.asked) AS people
        FROM question_count
    ) AS list
    CROSS JOIN LATERAL projection.shown_levels(list.apps, list.oses, list.people, minimum_cell) AS level_row
    INNER JOIN question_count ON question_count.app = level_row.app AND question_count.asked_os = level_row.os
    GROUP BY 1, 2, 3, 4, 5, 6
)

SELECT
    cell.level,
    cell.app_id,
    cell.os_name,
    cell.os_version,
    CASE WHEN NOT cell.is_withheld THEN ({win_back: cell.#}, rate.*)::projection.win_back END,
    cell.is_hidden
FROM cell
CROSS JOIN LATERAL stats.published_rate(cell.returned, cell.asked) AS rate
$$;
