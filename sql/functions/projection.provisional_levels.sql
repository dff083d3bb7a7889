-- Counts provisional trials by OS version, OS major and app of their start. Metrics: Provisional, Privacy. level,
-- os_name, os_version, is_hidden: see projection.shown_levels. kept, ended: see projection.trial_counts. Withheld rows
-- have no numbers.
CREATE OR REPLACE FUNCTION projection.provisional_levels(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    kept bigint,
    ended bigint,
    trials projection.trials,
    is_hidden boolean
)
LANGUAGE sql STABLE
AS $$
WITH trial_count AS MATERIALIZED (
    SELECT trial_count.* FROM projection.trial_counts(from_day, to_day, as_of, 'infinity') AS trial_count
),

cell AS (
    SELECT
        level_row.level, level_row.app_id, level_row.os_name, level_row.os_version,
        level_row.is_withheld, level_row.is_hidden,
        {trials: sum(trial_count.#)::bigint AS #},
        sum(trial_count.kept)::bigint AS kept,
        sum(trial_count.ended)::bigint AS ended
    FROM (
        SELECT
            array_agg(trial_count.app) AS apps,
            array_agg(trial_count.trial_os) AS oses,
            array_agg(trial_count.started) AS people
        FROM trial_count
    ) AS list
    CROSS JOIN LATERAL projection.shown_levels(list.apps, list.oses, list.people, minimum_cell) AS level_row
    INNER JOIN trial_count ON trial_count.app = level_row.app AND trial_count.trial_os = level_row.os
    GROUP BY 1, 2, 3, 4, 5, 6
)

SELECT cell.level, cell.app_id, cell.os_name, cell.os_version, visible_row.*, cell.is_hidden
FROM cell
LEFT JOIN LATERAL (
    SELECT cell.kept, cell.ended, ({trials: cell.#}, rate.*)::projection.trials
    FROM stats.published_rate(cell.kept, cell.ended) AS rate
    WHERE NOT cell.is_withheld
) AS visible_row ON true
$$;
