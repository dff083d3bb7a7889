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
WITH counted AS (
    SELECT
        place.level, question.app, place.os_name, place.os_version, place.os_major, {win_back: question.#},
        sum(question.asked) OVER (PARTITION BY place.level, question.app, place.os_name, place.os_version) AS of_version
    FROM projection.question_counts(from_day, to_day, as_of) AS question
    INNER JOIN projection.os_levels() AS place ON place.os = question.asked_os
),

question AS (
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

cell AS (
    SELECT
        question.level,
        question.app,
        question.os_name,
        question.shown_version AS os_version,
        CASE WHEN question.shown_version <> metric.rest() THEN question.os_major END AS os_major,
        {win_back: sum(question.#)::bigint AS #},
        row_number() OVER (
            ORDER BY
                question.app, question.level, question.os_name COLLATE "C", stats.version_numbers(question.shown_version)
        ) AS place
    FROM question
    GROUP BY 1, 2, 3, 4, 5
),

hidden AS MATERIALIZED (
    SELECT page.*
    FROM (
        SELECT
            array_agg(cell.asked ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app::text, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS listed
    CROSS JOIN LATERAL metric.withheld_levels(listed.bases, listed.groups, minimum_cell) AS page
)

SELECT
    cell.level,
    app.app_id,
    cell.os_name,
    cell.os_version,
    CASE
        WHEN hidden.place IS NULL OR NOT (hidden.is_in_file OR cell.level <> 'version')
            THEN ({win_back: cell.#}, rate.*)::projection.win_back
    END,
    hidden.place IS NOT NULL
FROM cell
LEFT JOIN hidden ON hidden.place = cell.place
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL stats.published_rate(cell.returned, cell.asked) AS rate
$$;
