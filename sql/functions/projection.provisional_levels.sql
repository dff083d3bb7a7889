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
WITH counted AS (
    SELECT
        place.level, trial.app, place.os_name, place.os_version, place.os_major, {trials: trial.#},
        sum(trial.started) OVER (PARTITION BY place.level, trial.app, place.os_name, place.os_version) AS of_version
    FROM projection.trial_counts(from_day, to_day, as_of) AS trial
    INNER JOIN projection.os_levels() AS place ON place.os = trial.trial_os
),

trial AS (
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
        trial.level,
        trial.app,
        trial.os_name,
        trial.shown_version AS os_version,
        CASE WHEN trial.shown_version <> metric.rest() THEN trial.os_major END AS os_major,
        {trials: sum(trial.#)::bigint AS #},
        row_number() OVER (
            ORDER BY
                trial.app, trial.level, trial.os_name COLLATE "C", stats.version_numbers(trial.shown_version)
        ) AS place
    FROM trial
    GROUP BY 1, 2, 3, 4, 5
),

hidden AS MATERIALIZED (
    SELECT page.*
    FROM (
        SELECT
            array_agg(cell.started ORDER BY cell.place) AS bases,
            array_agg(
                metric.level_groups(cell.level, cell.app::text, cell.os_name, cell.os_major)
                ORDER BY cell.place
            ) AS groups
        FROM cell
        WHERE minimum_cell > 0
    ) AS listed
    CROSS JOIN LATERAL metric.withheld_levels(listed.bases, listed.groups, minimum_cell) AS page
)

SELECT cell.level, app.app_id, cell.os_name, cell.os_version, shown.*, hidden.place IS NOT NULL
FROM cell
LEFT JOIN hidden ON hidden.place = cell.place
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL (
    SELECT cell.kept_prominent + cell.kept_quiet + cell.kept_unspecified + cell.upgraded, cell.started - cell.pending
) AS rated (kept, ended)
LEFT JOIN LATERAL (
    SELECT rated.kept, rated.ended, ({trials: cell.#}, rate.*)::projection.trials
    FROM stats.published_rate(rated.kept, rated.ended) AS rate
    WHERE hidden.place IS NULL OR NOT (hidden.is_in_file OR cell.level <> 'version')
) AS shown ON true
$$;
