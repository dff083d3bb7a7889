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

-- The rows of all daily tables, whatever their counts are. No foreign key: it would look up the report of each of thousands of rows.
CREATE TABLE analytics.published_row (
    report bigint NOT NULL, -- in published_report, with which it is deleted
    day date NOT NULL,
    "table" text COLLATE "C" NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    counts jsonb NOT NULL,
    PRIMARY KEY (report, "table", app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_row IS 'The counts of the daily tables as the latest reports published them.';

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
