-- Counts provisional trials by OS version, OS major and app of their start. Metrics: Provisional, Privacy. level,
-- os_name, os_version, is_hidden: see projection.shown_levels. keep rate: kept / ended. Withheld rows have no numbers.
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
WITH trial AS MATERIALIZED (
    SELECT counted.* FROM projection.trial_counts(from_day, to_day, as_of) AS counted
),

cell AS (
    SELECT
        place.level, place.app_id, place.os_name, place.os_version, place.is_withheld, place.is_hidden,
        {trials: sum(trial.#)::bigint AS #}
    FROM (
        SELECT array_agg(trial.app) AS apps, array_agg(trial.trial_os) AS oses, array_agg(trial.started) AS people
        FROM trial
    ) AS listed
    CROSS JOIN LATERAL projection.shown_levels(listed.apps, listed.oses, listed.people, minimum_cell) AS place
    INNER JOIN trial ON trial.app = place.app AND trial.trial_os = place.os
    GROUP BY 1, 2, 3, 4, 5, 6
)

SELECT cell.level, cell.app_id, cell.os_name, cell.os_version, shown.*, cell.is_hidden
FROM cell
CROSS JOIN LATERAL (
    SELECT cell.kept_prominent + cell.kept_quiet + cell.kept_unspecified + cell.upgraded, cell.started - cell.pending
) AS rated (kept, ended)
LEFT JOIN LATERAL (
    SELECT rated.kept, rated.ended, ({trials: cell.#}, rate.*)::projection.trials
    FROM stats.published_rate(rated.kept, rated.ended) AS rate
    WHERE NOT cell.is_withheld
) AS shown ON true
$$;
