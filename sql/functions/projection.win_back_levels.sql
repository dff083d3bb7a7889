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
WITH question AS MATERIALIZED (
    SELECT counted.* FROM projection.question_counts(from_day, to_day, as_of) AS counted
),

cell AS (
    SELECT
        place.level, place.app_id, place.os_name, place.os_version, place.is_withheld, place.is_hidden,
        {win_back: sum(question.#)::bigint AS #}
    FROM (
        SELECT
            array_agg(question.app) AS apps, array_agg(question.asked_os) AS oses, array_agg(question.asked) AS people
        FROM question
    ) AS listed
    CROSS JOIN LATERAL projection.shown_levels(listed.apps, listed.oses, listed.people, minimum_cell) AS place
    INNER JOIN question ON question.app = place.app AND question.asked_os = place.os
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
