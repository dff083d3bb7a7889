-- Counts provisional trials by OS version, OS major and app of their start. Metrics: Provisional, Privacy. level,
-- os_name, os_version: see projection.os_levels. keep rate: kept / ended. Withheld rows have no numbers.
-- is_hidden: whether a page withholds the row beside its sums, even if a file does not.
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
WITH level_count AS (
    SELECT
        os_level.level, trial_count.app, os_level.os_name, os_level.os_version, os_level.os_major,
        {trials: trial_count.#},
        sum(trial_count.started) OVER (
            PARTITION BY os_level.level, trial_count.app, os_level.os_name, os_level.os_version
        ) AS of_version
    FROM projection.trial_counts(from_day, to_day, as_of) AS trial_count
    INNER JOIN projection.os_levels() AS os_level ON os_level.os = trial_count.trial_os
),

trial_count AS (
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
        {trials: sum(version_count.#)::bigint AS #},
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
            array_agg(cell.started ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app::text, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS list
    CROSS JOIN LATERAL metric.withheld_levels(list.bases, list.groups, minimum_cell) AS hidden_place
)

SELECT cell.level, app.app_id, cell.os_name, cell.os_version, visible_row.*, hidden_row.place IS NOT NULL
FROM cell
LEFT JOIN hidden_row ON hidden_row.place = cell.place
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL (
    SELECT cell.kept_prominent + cell.kept_quiet + cell.kept_unspecified + cell.upgraded, cell.started - cell.pending
) AS total (kept, ended)
LEFT JOIN LATERAL (
    SELECT total.kept, total.ended, ({trials: cell.#}, rate.*)::projection.trials
    FROM stats.published_rate(total.kept, total.ended) AS rate
    WHERE hidden_row.place IS NULL OR NOT (hidden_row.is_in_file OR cell.level <> 'version')
) AS visible_row ON true
$$;
