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
WITH report_now AS MATERIALIZED (
    SELECT
        this_report,
        projection.computable_from(this_report.horizon) AS told_from
    FROM projection.report_now(metric.cutoff(as_of), minimum_cell, app) AS this_report
),

report_day AS MATERIALIZED (
    SELECT (earlier_report.kept).report, (earlier_report.kept).horizon, span.first + place.i AS day
    FROM report_now
    CROSS JOIN LATERAL projection.earlier_reports(report_now.this_report) AS earlier_report
    CROSS JOIN LATERAL unnest(earlier_report.days * datemultirange(daterange(from_day, to_day, '[]'))) AS piece (days)
    CROSS JOIN LATERAL (SELECT lower(piece.days), upper(piece.days) - 1) AS span (first, last)
    CROSS JOIN LATERAL generate_series(0, span.last - span.first) AS place (i)
    WHERE from_day <= to_day
),

published_row AS (
    SELECT published_row.*, true AS is_kept
    FROM report_day
    INNER JOIN analytics.published_row
        ON published_row.report = report_day.report AND published_row.day = report_day.day
),

current_row AS (
    SELECT daily_row.*, report_day.report, true AS is_there
    FROM (SELECT (report_now.this_report).horizon FROM report_now WHERE EXISTS (SELECT FROM report_day)) AS cutoff
    CROSS JOIN LATERAL projection.daily_rows(from_day, to_day, cutoff.horizon, minimum_cell) AS daily_row
    INNER JOIN report_day ON report_day.day = daily_row.day
    WHERE app IS NULL OR daily_row.app_id = app
),

row_pair AS MATERIALIZED (
    SELECT
        "table", app_id, day, os_name, os_version,
        published_row.horizon, published_row.counts AS published, published_row.is_kept,
        current_row.counts AS current, current_row.is_there
    FROM published_row
    FULL JOIN current_row USING (report, "table", app_id, day, os_name, os_version)
),

-- The versions of tables with a rest.
version AS MATERIALIZED (
    SELECT
        row_pair."table",
        row_pair.app_id,
        row_pair.os_name,
        row_pair.os_version,
        row_pair.os_version <> metric.rest() AND bool_or(row_pair.is_kept) AND bool_or(row_pair.is_there) AS in_both
    FROM (
        SELECT DISTINCT row_pair."table", row_pair.app_id FROM row_pair WHERE row_pair.os_version = metric.rest()
    ) AS rest
    INNER JOIN row_pair USING ("table", app_id)
    GROUP BY 1, 2, 3, 4
),

change AS MATERIALIZED (
    SELECT
        row_pair.app_id,
        row_pair."table",
        row_pair.day,
        row_pair.os_name,
        row_pair.os_version,
        measure.measure,
        number.published,
        number.current,
        publication.horizon
    FROM row_pair
    LEFT JOIN version
        ON version."table" = row_pair."table"
        AND version.app_id = row_pair.app_id
        AND version.os_name = row_pair.os_name
        AND version.os_version = row_pair.os_version
    CROSS JOIN report_now
    INNER JOIN report_day ON report_day.day = row_pair.day
    CROSS JOIN LATERAL (
        SELECT CASE WHEN row_pair.is_kept THEN row_pair.horizon ELSE report_day.horizon END AS horizon
    ) AS publication
    INNER JOIN LATERAL metric.settled_measures(report_now.this_report) AS measure ON measure."table" = row_pair."table"
    CROSS JOIN LATERAL (
        SELECT
            (row_pair.published ->> measure.measure)::bigint AS published,
            (row_pair.current ->> measure.measure)::bigint AS current
    ) AS number
    WHERE coalesce(version.in_both, version."table" IS NULL)
        AND (row_pair.current @> row_pair.published) IS NOT TRUE -- Skips unchanged rows, which are most.
        AND (row_pair.is_there IS NULL OR row_pair.current IS NOT NULL)
        AND number.published IS DISTINCT FROM number.current
        AND (row_pair.published IS NULL OR row_pair.published ? measure.measure)
        AND projection.last_settled_day(publication.horizon, measure.wait, (report_now.this_report).time_zone)
            >= row_pair.day
        AND (
            row_pair."table" NOT IN ('turn_offs_daily', 'opens_daily', 'activity_daily')
            OR report_now.told_from IS NULL
            OR row_pair.day >= report_now.told_from
        )
),

late_events AS MATERIALIZED (
    SELECT publication.horizon, counts.app_id, counts.events
    FROM report_now
    CROSS JOIN (SELECT DISTINCT change.horizon FROM change) AS publication
    CROSS JOIN LATERAL projection.late_events(publication.horizon, (report_now.this_report).horizon) AS counts
)

SELECT
    change.app_id,
    change."table",
    change.day,
    change.os_name,
    change.os_version,
    change.measure,
    change.published,
    change.current,
    coalesce(late_events.events, 0)
FROM change
LEFT JOIN late_events ON late_events.horizon = change.horizon AND late_events.app_id = change.app_id
ORDER BY
    change.app_id COLLATE "C", change."table" COLLATE "C", change.day, change.os_name COLLATE "C",
    string_to_array(nullif(change.os_version, ''), '.')::integer[] NULLS FIRST, change.measure COLLATE "C"
$$;
