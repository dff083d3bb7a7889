-- Counts win-back by OS version, OS major and app: people asked to go to Settings, who went, who came back authorized.
-- Metrics: Win-back, Privacy. level, os_name, os_version: see projection.os_levels. win_back: null if withheld.
CREATE OR REPLACE FUNCTION projection.win_back_levels(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    win_back projection.win_back
)
LANGUAGE sql STABLE
AS $$
WITH cell AS (
    SELECT
        place.level,
        question.app,
        place.os_name,
        place.os_version,
        sum(question.people)::bigint AS asked,
        sum(question.went)::bigint AS went,
        sum(question.returned)::bigint AS returned,
        metric.is_withheld(sum(question.people)::bigint, minimum_cell) OVER (
            PARTITION BY place.level, question.app, place.family
            ORDER BY sum(question.people), stats.version_numbers(place.os_version)
        ) AS is_withheld
    FROM projection.question_counts(from_day, to_day, as_of) AS question
    INNER JOIN projection.os_levels() AS place ON place.os = question.asked_os
    GROUP BY 1, 2, 3, 4, place.family
)

SELECT
    cell.level,
    app.app_id,
    cell.os_name,
    cell.os_version,
    CASE WHEN NOT cell.is_withheld THEN (cell.asked, cell.went, cell.returned, rate.*)::projection.win_back END
FROM cell
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL stats.published_rate(cell.returned, cell.asked) AS rate
$$;
