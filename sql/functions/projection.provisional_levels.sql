-- Counts provisional trials by OS version, OS major and app of their start. Metrics: Provisional, Privacy. level,
-- os_name, os_version: see projection.os_levels. keep rate: kept / ended. Withheld rows have no numbers.
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
    trials projection.trials
)
LANGUAGE sql STABLE
AS $$
WITH cell AS (
    SELECT
        place.level,
        trial.app,
        place.os_name,
        place.os_version,
        sum(trial.people)::bigint AS started,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'kept_prominent'), 0)::bigint AS kept_prominent,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'kept_quiet'), 0)::bigint AS kept_quiet,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'kept_unspecified'), 0)::bigint AS kept_unspecified,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'turned_off'), 0)::bigint AS turned_off,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'upgraded'), 0)::bigint AS upgraded,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome = 'refused'), 0)::bigint AS refused,
        coalesce(sum(trial.people) FILTER (WHERE trial.outcome IS NULL), 0)::bigint AS pending,
        metric.is_withheld(sum(trial.people)::bigint, minimum_cell) OVER (
            PARTITION BY place.level, trial.app, place.family
            ORDER BY sum(trial.people), stats.version_numbers(place.os_version)
        ) AS is_withheld
    FROM projection.trial_counts(from_day, to_day, as_of) AS trial
    INNER JOIN projection.os_levels() AS place ON place.os = trial.trial_os
    GROUP BY 1, 2, 3, 4, place.family
)

SELECT cell.level, app.app_id, cell.os_name, cell.os_version, shown.*
FROM cell
INNER JOIN log.app ON app.app = cell.app
CROSS JOIN LATERAL (
    SELECT cell.kept_prominent + cell.kept_quiet + cell.kept_unspecified + cell.upgraded, cell.started - cell.pending
) AS rated (kept, ended)
LEFT JOIN LATERAL (
    SELECT rated.kept, rated.ended, (
        cell.started, cell.kept_prominent, cell.kept_quiet, cell.kept_unspecified, cell.turned_off, cell.upgraded,
        cell.refused, cell.pending, rate.*
    )::projection.trials
    FROM stats.published_rate(rated.kept, rated.ended) AS rate
    WHERE NOT cell.is_withheld
) AS shown ON true
$$;
