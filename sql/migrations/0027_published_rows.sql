-- Kept reports in one table, whatever table their rows are of; metrics: Restatement. Run once, by the migrator, as the owner.
-- Moves what the four tables of 0025 hold.

-- Columns are ordered by alignment. A row without a system has an empty name and version.
CREATE TABLE analytics.published_row (
    report bigint NOT NULL REFERENCES analytics.published_report ON DELETE CASCADE,
    day date NOT NULL,
    "table" text COLLATE "C" NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    counts jsonb NOT NULL,
    PRIMARY KEY (report, "table", app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_row IS 'The counts of the daily tables as the latest reports published them.';
COMMENT ON COLUMN analytics.published_row.report IS 'The number of the report in published_report.';
COMMENT ON COLUMN analytics.published_row.day IS 'The day of the row.';
COMMENT ON COLUMN analytics.published_row."table" IS 'The table: opt_in_daily, reach_daily, opens_daily or activity_daily.';
COMMENT ON COLUMN analytics.published_row.app_id IS 'The app''s bundle identifier.';
COMMENT ON COLUMN analytics.published_row.os_name IS 'The system of the row; empty: none.';
COMMENT ON COLUMN analytics.published_row.os_version IS 'Its version as major.minor; empty: none.';
COMMENT ON COLUMN analytics.published_row.counts IS
    'The counts by the names of their columns; null if the report withheld them. An erasure corrects them.';

INSERT INTO analytics.published_row (report, day, "table", app_id, os_name, os_version, counts)
SELECT
    kept.report,
    kept.day,
    kept."table",
    kept.app_id,
    kept.os_name,
    kept.os_version,
    kept.columns - '{report,day,app_id,os_name,os_version,sent_24h,opened_24h}'::text[]
FROM (
    SELECT 'opt_in_daily' AS "table", day, report, app_id, os_name, os_version, to_jsonb(published.*) AS columns
    FROM analytics.published_opt_in_daily AS published
    UNION ALL
    SELECT 'reach_daily', day, report, app_id, os_name, os_version, to_jsonb(published.*)
    FROM analytics.published_reach_daily AS published
    UNION ALL
    SELECT 'opens_daily', day, report, app_id, os_name, os_version, to_jsonb(published.*)
    FROM analytics.published_opens_daily AS published
    UNION ALL
    SELECT 'activity_daily', day, report, app_id, '', '', to_jsonb(published.*)
    FROM analytics.published_activity_daily AS published
) AS kept;

ALTER TABLE analytics.published_report ADD COLUMN measures text[];
COMMENT ON COLUMN analytics.published_report.measures IS
    'The counts that the report kept, as table.column; only these are compared.';
UPDATE analytics.published_report
SET measures = (
    SELECT array_agg(
        replace(kept.table_name, 'published_', '') || '.' || kept.column_name
        ORDER BY kept.table_name, kept.ordinal_position
    )
    FROM information_schema.columns AS kept
    WHERE kept.table_schema = 'analytics'
        AND kept.table_name LIKE 'published\_%\_daily'
        AND kept.data_type = 'bigint'
        AND kept.column_name NOT IN ('report', 'sent_24h', 'opened_24h')
)
WHERE true;
ALTER TABLE analytics.published_report ALTER COLUMN measures SET NOT NULL;

DROP TABLE
    analytics.published_opt_in_daily,
    analytics.published_reach_daily,
    analytics.published_opens_daily,
    analytics.published_activity_daily;
DROP FUNCTION IF EXISTS
    projection.compared_counts(analytics.published_report, timestamptz),
    projection.published_keys(bigint);
