-- Returns the settled numbers (their windows were over) of these days that read differently now than in the latest earlier
-- report that published them (projection.earlier_reports). What is withheld now is not listed, and of a table that adds up
-- versions (metric.is_rest), only those that it shows both then and now are. before, after: null if there was, or is, no such
-- row. app: the app that the reports were restricted to; null: all apps. Metrics: Restatement.
CREATE OR REPLACE FUNCTION analytics.restatements(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0, app text DEFAULT NULL
)
RETURNS TABLE (
    app_id text,
    "table" text,
    day date,
    os_name text,
    os_version text,
    measure text,
    {restated: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- The planner prefers a merge join, but sorting both sides takes longer than hashing them.
SET enable_mergejoin = off
AS $$
WITH made AS MATERIALIZED (
    SELECT
        made,
        -- The first day that can be compared, by the rule of projection.carry_over_until; null: all days. If state contains
        -- receipts after the horizon, the log is read, where retention dropped events that earlier days need.
        CASE
            WHEN NOT (projection.is_all_known('opens', made.horizon) AND projection.is_all_known('activity', made.horizon))
                THEN stats.day(
                    intake_rules.retained_from + interval '28 days' + make_interval(secs => made.open_window_seconds)
                )
        END AS told_from
    FROM projection.report_now(metric.cutoff(as_of), minimum_cell, app) AS made
    CROSS JOIN log.intake_rules
),

held AS MATERIALIZED (
    SELECT (earlier.kept).report, (earlier.kept).horizon, span.first + place.i AS day
    FROM made
    CROSS JOIN LATERAL projection.earlier_reports(made.made) AS earlier
    CROSS JOIN LATERAL unnest(earlier.days * datemultirange(daterange(from_day, to_day, '[]'))) AS piece (days)
    CROSS JOIN LATERAL (SELECT lower(piece.days), upper(piece.days) - 1) AS span (first, last)
    CROSS JOIN LATERAL generate_series(0, span.last - span.first) AS place (i)
    WHERE from_day <= to_day
),

published AS (
    SELECT kept.*, true AS is_kept
    FROM held
    INNER JOIN analytics.published_row AS kept ON kept.report = held.report AND kept.day = held.day
),

current AS (
    SELECT known.*, held.report, true AS is_there
    FROM (SELECT (made.made).horizon FROM made WHERE EXISTS (SELECT FROM held)) AS now
    CROSS JOIN LATERAL projection.daily_rows(from_day, to_day, now.horizon, minimum_cell) AS known
    INNER JOIN held ON held.day = known.day
    WHERE app IS NULL OR known.app_id = app
),

compared AS MATERIALIZED (
    SELECT
        "table", app_id, day, os_name, os_version,
        published.horizon, published.counts AS published, published.is_kept,
        current.counts AS current, current.is_there
    FROM published
    FULL JOIN current USING (report, "table", app_id, day, os_name, os_version)
),

-- The versions of tables with a rest.
version AS MATERIALIZED (
    SELECT
        compared."table",
        compared.app_id,
        compared.os_name,
        compared.os_version,
        compared.os_version <> metric.rest() AND bool_or(compared.is_kept) AND bool_or(compared.is_there) AS in_both
    FROM (
        SELECT DISTINCT compared."table", compared.app_id FROM compared WHERE compared.os_version = metric.rest()
    ) AS summed
    INNER JOIN compared USING ("table", app_id)
    GROUP BY 1, 2, 3, 4
),

changed AS MATERIALIZED (
    SELECT
        compared.app_id,
        compared."table",
        compared.day,
        compared.os_name,
        compared.os_version,
        settled.measure,
        number.published,
        number.current,
        told.horizon
    FROM compared
    LEFT JOIN version
        ON version."table" = compared."table"
        AND version.app_id = compared.app_id
        AND version.os_name = compared.os_name
        AND version.os_version = compared.os_version
    CROSS JOIN made
    INNER JOIN held ON held.day = compared.day
    CROSS JOIN LATERAL (
        SELECT CASE WHEN compared.is_kept THEN compared.horizon ELSE held.horizon END AS horizon
    ) AS told
    INNER JOIN LATERAL metric.settled_measures(made.made) AS settled ON settled."table" = compared."table"
    CROSS JOIN LATERAL (
        SELECT
            (compared.published ->> settled.measure)::bigint AS published,
            (compared.current ->> settled.measure)::bigint AS current
    ) AS number
    WHERE coalesce(version.in_both, version."table" IS NULL)
        AND (compared.current @> compared.published) IS NOT TRUE -- Skips unchanged rows, which are most.
        AND (compared.is_there IS NULL OR compared.current IS NOT NULL)
        AND number.published IS DISTINCT FROM number.current
        AND (compared.published IS NULL OR compared.published ? settled.measure)
        AND projection.last_settled_day(told.horizon, settled.wait, (made.made).time_zone) >= compared.day
        AND (
            compared."table" NOT IN ('opens_daily', 'activity_daily')
            OR made.told_from IS NULL
            OR compared.day >= made.told_from
        )
),

late AS MATERIALIZED (
    SELECT told.horizon, counted.app_id, counted.events
    FROM made
    CROSS JOIN (SELECT DISTINCT changed.horizon FROM changed) AS told
    CROSS JOIN LATERAL projection.late_events(told.horizon, (made.made).horizon) AS counted
)

SELECT
    changed.app_id,
    changed."table",
    changed.day,
    changed.os_name,
    changed.os_version,
    changed.measure,
    changed.published,
    changed.current,
    coalesce(late.events, 0)
FROM changed
LEFT JOIN late ON late.horizon = changed.horizon AND late.app_id = changed.app_id
ORDER BY
    changed.app_id COLLATE "C", changed."table" COLLATE "C", changed.day, changed.os_name COLLATE "C",
    string_to_array(nullif(changed.os_version, ''), '.')::integer[] NULLS FIRST, changed.measure COLLATE "C"
$$;
