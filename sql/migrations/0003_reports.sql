-- What reports and nightly runs store, and what the team tells: marks and targets. It is in analytics, because it can't be
-- computed from the log again. Reports, and the outcomes of runs, are written only by the functions projection.publish and
-- projection.note_run. Run once, by the migrator, as the owner.

CREATE SCHEMA analytics;

-- The next report compares its numbers with these. Metrics: Restatement.
CREATE TABLE analytics.published_report (
    horizon timestamptz NOT NULL,
    position bigint NOT NULL,
    conversion_window_seconds bigint NOT NULL,
    open_window_seconds bigint NOT NULL,
    influence_window_seconds bigint NOT NULL,
    minimum_cell integer NOT NULL,
    time_zone text COLLATE "C" NOT NULL,
    app_id text COLLATE "C",
    days datemultirange NOT NULL,
    report bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    CONSTRAINT a_state_is_published_once UNIQUE NULLS NOT DISTINCT (
        time_zone, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell, app_id,
        horizon, position
    )
);

-- The rows of all daily tables. No foreign key, because it would look up the report for each of thousands of rows.
CREATE TABLE analytics.published_row (
    report bigint NOT NULL, -- in published_report; deleted together with its day there
    day date NOT NULL,
    horizon timestamptz, -- of the report that published the counts; null if none did
    "table" text COLLATE "C" NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    counts jsonb, -- null if that report had no such row
    PRIMARY KEY (report, "table", app_id, day, os_name, os_version)
);

-- Shows analysts how fresh the numbers are.
CREATE TABLE analytics.runs (
    run bigint NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    stage text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (run, stage),
    CONSTRAINT stage_is_known CHECK (stage IN ('ingest', 'project', 'report', 'retention', 'notify')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'failed', 'skipped'))
);

-- Written by a nightly run before it posts the digest of a week; deleted if that was not delivered.
CREATE TABLE analytics.weekly_digest (
    run bigint NOT NULL,
    week date NOT NULL,
    app_id text COLLATE "C",
    CONSTRAINT a_week_is_posted_once UNIQUE NULLS NOT DISTINCT (app_id, week),
    CONSTRAINT week_begins_on_monday CHECK (extract(isodow FROM week) = 1)
);

-- Written by `bellwether mark`; shown on trends.
CREATE TABLE analytics.team_mark (
    mark bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day date NOT NULL,
    app_id text COLLATE "C",
    name text COLLATE "C" NOT NULL,
    CONSTRAINT a_mark_is_stored_once UNIQUE NULLS NOT DISTINCT (day, app_id, name),
    CONSTRAINT mark_is_a_short_line CHECK (name ~ '^[^[:cntrl:]]{1,80}$')
);

-- Written by `bellwether settings name`; pages and digests show it in place of the id.
CREATE TABLE analytics.app_name (
    app_id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    CONSTRAINT app_name_is_a_short_line CHECK (name ~ '^[^[:cntrl:]]{1,60}$')
);

-- Written by `bellwether settings target`.
CREATE TABLE analytics.target (
    app_id text COLLATE "C",
    measure text COLLATE "C" NOT NULL,
    value numeric NOT NULL,
    CONSTRAINT a_target_is_set_once UNIQUE NULLS NOT DISTINCT (app_id, measure),
    CONSTRAINT target_is_of_a_known_rate CHECK (measure IN ('grant_rate', 'reach_rate_28d')),
    CONSTRAINT target_is_a_fraction CHECK (value > 0 AND value < 1)
);
