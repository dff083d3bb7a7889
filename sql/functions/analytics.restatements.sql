-- The numbers that the latest comparable report of an earlier state published and that read differently now: computed at
-- its horizon, for its days, from what happened or was received up to then and is known now. before is null where a row or
-- its numbers were not there, after where they no longer are. Metrics: Restatement. Where the log is read, as for the
-- horizon's own day, days of which retention dropped events are not compared: nobody can tell how they would read.
-- as_of: the horizon, by default the latest; minimum_cell, app: parameters of the reports that are compared; app null: all.
CREATE OR REPLACE FUNCTION analytics.restatements(
    as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0, app text DEFAULT NULL
)
RETURNS TABLE (
    app_id text,
    "table" text,
    day date,
    os_name text,
    os_version text,
    measure text,
    before bigint,
    after bigint,
    late_events bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS MATERIALIZED (
    SELECT coalesce(as_of, analytics.horizon()) AS known_by
),

report AS MATERIALIZED (
    SELECT earlier.*, horizon.known_by
    FROM horizon
    CROSS JOIN LATERAL projection.earlier_report(
        horizon.known_by, restatements.minimum_cell, restatements.app
    ) AS earlier
),

published AS (
    SELECT counted.*
    FROM report
    CROSS JOIN LATERAL projection.published_counts(
        report.opt_in_daily, report.reach_daily, report.opens_daily, report.activity_daily
    ) AS counted
),

known AS (
    SELECT counted.*
    FROM report
    CROSS JOIN LATERAL projection.counts_known_late(
        report.from_day, report.to_day, report.horizon, report.minimum_cell, report.known_by
    ) AS counted
    WHERE report.app_id IS NULL OR counted.app_id = report.app_id
),

-- The first day that what is left of the log can tell, the same as of projection.kept_until; no row where retention dropped
-- nothing, or the state knows all days.
told AS MATERIALIZED (
    SELECT analytics.day(
        refusal.retained_from + interval '28 days' + make_interval(secs => report.open_window_seconds)
    ) AS from_day
    FROM report
    CROSS JOIN log.refusal
    WHERE refusal.retained_from IS NOT NULL
        AND NOT (
            projection.answers('opens', report.horizon, report.known_by, report.to_day)
            AND projection.answers('activity', report.horizon, report.known_by, report.to_day)
        )
),

changed AS (
    SELECT "table", app_id, day, os_name, os_version, published.counts AS before, known.counts AS after
    FROM published
    FULL JOIN known USING ("table", app_id, day, os_name, os_version)
    WHERE published.counts IS DISTINCT FROM known.counts
        AND (
            "table" NOT IN ('opens_daily', 'activity_daily')
            OR day >= coalesce((SELECT told.from_day FROM told), '-infinity')
        )
),

late AS MATERIALIZED (
    SELECT counted.app_id, counted.events
    FROM report
    CROSS JOIN LATERAL projection.late_events(report.horizon, report.known_by) AS counted
)

SELECT
    changed.app_id,
    changed."table",
    changed.day,
    changed.os_name,
    changed.os_version,
    named.measure,
    changed.before[named.n],
    changed.after[named.n],
    coalesce(late.events, 0)
FROM changed
CROSS JOIN LATERAL unnest(projection.published_measures(changed."table")) WITH ORDINALITY AS named (measure, n)
LEFT JOIN late ON late.app_id = changed.app_id
WHERE changed.before[named.n] IS DISTINCT FROM changed.after[named.n]
ORDER BY
    changed.app_id COLLATE "C", changed."table" COLLATE "C", changed.day, changed.os_name COLLATE "C",
    string_to_array(nullif(changed.os_version, ''), '.')::integer[] NULLS FIRST, named.measure COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.restatements(timestamptz, integer, text) IS
    'Published numbers that read differently now, with what they were and how many events of the app came late.';
