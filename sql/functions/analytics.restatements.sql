-- Returns the settled numbers (their windows were over) of an earlier report that are different now. The report is the
-- latest comparable one of an earlier state of the log (projection.earlier_report). before, after: null if the row did
-- not exist or was withheld. app: the app that both reports were restricted to; null: all apps. Metrics: Restatement.
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
WITH report AS MATERIALIZED (
    SELECT
        earlier AS kept,
        now.horizon AS as_of,
        -- The first day that can be compared, by the rule of projection.carry_over_until; null: all days. If state contains
        -- receipts after the horizon, the log is read, where retention dropped events that earlier days need.
        CASE
            WHEN NOT (projection.is_all_known('opens', now.horizon) AND projection.is_all_known('activity', now.horizon))
                THEN stats.day(
                    intake_rules.retained_from + interval '28 days' + make_interval(secs => earlier.open_window_seconds)
                )
        END AS told_from
    FROM (SELECT coalesce(restatements.as_of, analytics.horizon()) OFFSET 0) AS now (horizon)
    CROSS JOIN LATERAL projection.earlier_report(now.horizon, minimum_cell, app) AS earlier
    CROSS JOIN log.intake_rules
),

late AS MATERIALIZED (
    SELECT counted.app_id, counted.events
    FROM report
    CROSS JOIN LATERAL projection.late_events((report.kept).horizon, report.as_of) AS counted
)

SELECT
    compared.app_id,
    compared."table",
    compared.day,
    compared.os_name,
    compared.os_version,
    settled.measure,
    number.published,
    number.current,
    coalesce(late.events, 0)
FROM report
CROSS JOIN LATERAL projection.compared_rows(report.kept, report.as_of) AS compared
INNER JOIN LATERAL metric.settled_measures(report.kept) AS settled
    ON settled."table" = compared."table"
    AND settled.settled_until >= compared.day
CROSS JOIN LATERAL (
    SELECT
        (compared.published ->> settled.measure)::bigint AS published,
        (compared.current ->> settled.measure)::bigint AS current
) AS number
LEFT JOIN late ON late.app_id = compared.app_id
WHERE (compared.current @> compared.published) IS NOT TRUE -- Skips unchanged rows, which are most.
    AND number.published IS DISTINCT FROM number.current
    AND (
        compared."table" NOT IN ('opens_daily', 'activity_daily')
        OR report.told_from IS NULL
        OR compared.day >= report.told_from
    )
ORDER BY
    compared.app_id COLLATE "C", compared."table" COLLATE "C", compared.day, compared.os_name COLLATE "C",
    string_to_array(nullif(compared.os_version, ''), '.')::integer[] NULLS FIRST, settled.measure COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.restatements(timestamptz, integer, text) IS
    'Settled numbers of the previous report that are different now, before and after, with the app''s late events.';
