-- What reports and nightly runs keep. In analytics and not in projection: it can't be computed from the log again, so no projector
-- may write it; the functions projection.publish and projection.note_run do.
-- Run once, by the migrator, as the owner.

CREATE SCHEMA analytics;

-- Kept so that the next report finds what reads differently; metrics: Restatement.
CREATE TABLE analytics.published_report (
    horizon timestamptz NOT NULL,
    position bigint NOT NULL,
    conversion_window_seconds bigint NOT NULL,
    open_window_seconds bigint NOT NULL,
    influence_window_seconds bigint NOT NULL,
    minimum_cell integer NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    time_zone text COLLATE "C" NOT NULL,
    app_id text COLLATE "C",
    report bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    measures text[] NOT NULL,
    CONSTRAINT a_state_is_published_once UNIQUE NULLS NOT DISTINCT (
        time_zone, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell, app_id,
        horizon, position
    )
);
COMMENT ON TABLE analytics.published_report IS
    'What the latest reports published: of each zone, windows, minimum cell and app the last two states of the log.';
COMMENT ON COLUMN analytics.published_report.horizon IS 'The report''s "now": what was received up to it is in.';
COMMENT ON COLUMN analytics.published_report.position IS 'The position of the log that the projections held.';
COMMENT ON COLUMN analytics.published_report.conversion_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.open_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.influence_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.minimum_cell IS 'Rows of fewer people were withheld; 0: none.';
COMMENT ON COLUMN analytics.published_report.from_day IS 'The report''s first day.';
COMMENT ON COLUMN analytics.published_report.to_day IS 'The report''s last day, inclusive.';
COMMENT ON COLUMN analytics.published_report.time_zone IS 'The time zone of the days.';
COMMENT ON COLUMN analytics.published_report.app_id IS 'The only app of the report; null: all apps.';
COMMENT ON COLUMN analytics.published_report.report IS 'The number of the report.';
COMMENT ON COLUMN analytics.published_report.measures IS
    'The counts that the report kept, as table.column; only these are compared.';

-- The rows of all daily tables, whatever their counts are.
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

-- So that analysts see how fresh the numbers are.
CREATE TABLE analytics.runs (
    run bigint NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    stage text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (run, stage),
    CONSTRAINT stage_is_known CHECK (stage IN ('ingest', 'project', 'report', 'retention')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'failed', 'skipped'))
);
COMMENT ON TABLE analytics.runs IS 'What became of each stage of each nightly run.';
COMMENT ON COLUMN analytics.runs.run IS 'The number of the run, from 1.';
COMMENT ON COLUMN analytics.runs.started_at IS 'When the stage began.';
COMMENT ON COLUMN analytics.runs.ended_at IS 'When it ended.';
COMMENT ON COLUMN analytics.runs.stage IS 'ingest, project, report or retention, in this order.';
COMMENT ON COLUMN analytics.runs.outcome IS 'done; failed; skipped because a stage before it failed.';
COMMENT ON COLUMN analytics.runs.detail IS 'What the stage did, or why it failed; a sentence.';
