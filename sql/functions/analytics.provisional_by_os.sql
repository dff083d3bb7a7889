-- Provisional trials by app and OS version over a range of days of their start. Metrics: Provisional, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer people keep their
-- keys alone, and where that leaves one row of an app and OS blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.provisional_by_os(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    started bigint,
    kept_prominent bigint,
    kept_quiet bigint,
    kept_unspecified bigint,
    turned_off bigint,
    upgraded bigint,
    refused bigint,
    pending bigint,
    keep_rate numeric,
    keep_rate_low numeric,
    keep_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH counted AS (
    SELECT
        app.app_id,
        os.os_name,
        os.major,
        os.minor,
        count(*) AS started,
        projection.is_small(count(*), minimum_cell) AS is_small,
        count(*) FILTER (WHERE trial.outcome = 'kept_prominent') AS kept_prominent,
        count(*) FILTER (WHERE trial.outcome = 'kept_quiet') AS kept_quiet,
        count(*) FILTER (WHERE trial.outcome = 'kept_unspecified') AS kept_unspecified,
        count(*) FILTER (WHERE trial.outcome = 'turned_off') AS turned_off,
        count(*) FILTER (WHERE trial.outcome = 'upgraded') AS upgraded,
        count(*) FILTER (WHERE trial.outcome = 'refused') AS refused,
        count(*) FILTER (WHERE trial.outcome IS NULL) AS pending,
        count(*) FILTER (
            WHERE trial.outcome IN ('kept_prominent', 'kept_quiet', 'kept_unspecified', 'upgraded')
        ) AS kept
    FROM (SELECT coalesce(as_of, analytics.horizon()) AS known_by OFFSET 0) AS horizon
    CROSS JOIN LATERAL (
        SELECT
            journey.app,
            journey.trial_os,
            journey.outcome,
            (journey.trial_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day
        FROM projection.journeys_known_by(horizon.known_by) AS journey
        -- A day wider than the range, for the index; the day itself is compared below. Settings are looked up apart: as a join
        -- the planner would read every journey.
        WHERE journey.trial_at
                >= (from_day - 1)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
            AND journey.trial_at
                < (to_day + 2)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
    ) AS trial
    INNER JOIN log.app ON app.app = trial.app
    INNER JOIN log.os ON os.os = trial.trial_os
    WHERE trial.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(coalesce(as_of, analytics.horizon()))))
    GROUP BY app.app_id, os.os_name, os.major, os.minor
),

grouped AS (
    SELECT
        counted.*,
        projection.is_withheld(counted.is_small, counted.started) OVER (
            PARTITION BY counted.app_id, counted.os_name
            ORDER BY counted.is_small DESC, counted.started, counted.major, counted.minor
        ) AS is_withheld
    FROM counted
)

SELECT
    grouped.app_id,
    grouped.os_name,
    grouped.major || '.' || grouped.minor,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.started,
        grouped.kept_prominent,
        grouped.kept_quiet,
        grouped.kept_unspecified,
        grouped.turned_off,
        grouped.upgraded,
        grouped.refused,
        grouped.pending,
        rate.*
    FROM projection.published_rate(grouped.kept, grouped.started - grouped.pending) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", grouped.os_name COLLATE "C", grouped.major, grouped.minor
$$;
COMMENT ON FUNCTION analytics.provisional_by_os(date, date, timestamptz, integer) IS
    'Provisional trials by app and OS version of their start, with their outcome, for starts from from_day to to_day.';
