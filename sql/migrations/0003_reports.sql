-- What reports and nightly runs store. It is in analytics, because it can't be computed from the log again, so no
-- projector may write it; only the functions projection.publish and projection.note_run do. Run once, by the migrator,
-- as the owner.

CREATE SCHEMA analytics;

-- The next report compares its numbers with these. Metrics: Restatement.
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
    'The latest published reports: per time zone, windows, minimum cell and app, those of the last two log states.';

-- The rows of all daily tables. No foreign key, because it would look up the report for each of thousands of rows.
CREATE TABLE analytics.published_row (
    report bigint NOT NULL, -- in published_report; deleted together with it
    day date NOT NULL,
    "table" text COLLATE "C" NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    counts jsonb NOT NULL,
    PRIMARY KEY (report, "table", app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_row IS 'The counts in the daily tables of the latest published reports.';

-- Shows analysts how fresh the numbers are.
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
COMMENT ON TABLE analytics.runs IS 'The outcome of each stage of each nightly run.';
