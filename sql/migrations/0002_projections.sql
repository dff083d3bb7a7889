-- What projections keep: their settings, their checkpoints, and the journeys of installations.
-- Run once, by the migrator, as the owner. Reads nothing.

CREATE SCHEMA projection;
CREATE SCHEMA analytics;
COMMENT ON SCHEMA projection IS 'State computed from the log; can be rebuilt from it at any time.';
COMMENT ON SCHEMA analytics IS 'What analysts read: the tables of the reports, as views and functions.';

-- One row. A change of a value needs a rebuild of what was computed with it.
CREATE TABLE projection.settings (
    conversion_window_seconds bigint NOT NULL DEFAULT 604800,
    open_window_seconds bigint NOT NULL DEFAULT 2419200,
    influence_window_seconds bigint NOT NULL DEFAULT 43200,
    only_row boolean PRIMARY KEY DEFAULT true,
    time_zone text NOT NULL DEFAULT 'UTC',
    CONSTRAINT settings_are_one_row CHECK (only_row),
    CONSTRAINT windows_are_positive CHECK (
        conversion_window_seconds > 0 AND open_window_seconds > 0 AND influence_window_seconds > 0
    )
);
INSERT INTO projection.settings (only_row) VALUES (true);
COMMENT ON TABLE projection.settings IS 'The parameters of the metrics that belong to the database.';

-- Where each projection stands in the log. A step moves position by compare-and-set in its own transaction.
CREATE TABLE projection.checkpoint (
    position bigint NOT NULL,
    moved_at timestamptz,
    version integer NOT NULL,
    name text COLLATE "C" PRIMARY KEY,
    sql_sha256 bytea NOT NULL,
    CONSTRAINT position_is_not_negative CHECK (position >= 0)
);
COMMENT ON COLUMN projection.checkpoint.position IS 'Every batch up to this position of log.batch is contained.';
COMMENT ON COLUMN projection.checkpoint.sql_sha256 IS 'Of the SQL that computed the state; another needs a new version.';

-- Opens by installation and effective time, for the journeys' question "opened after the decision?"; the log itself
-- would have to be probed month by month. Equal instants are one row: only existence counts.
CREATE TABLE projection.notification_open_v1 (
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    PRIMARY KEY (installation_id, app, effective_at)
);
COMMENT ON COLUMN projection.notification_open_v1.received_at IS 'The earliest of the opens at this instant.';

-- One row for each installation with a permission event; metrics: The journey of an installation.
-- The three arrays are one step function: from status_from[i] on, the status is status[i] under the system status_os[i].
CREATE TABLE projection.journey_v1 (
    latest_received_at timestamptz NOT NULL,
    prompt_at timestamptz,
    decision_at timestamptz,
    trial_at timestamptz,
    outcome_at timestamptz,
    first_open_at timestamptz,
    app integer NOT NULL,
    prompt_os integer,
    prompt_app_version integer,
    prompt_locale integer,
    prompt_placement integer,
    prompt_variant integer,
    trial_os integer,
    decision log.event_type,
    installation_id uuid NOT NULL,
    outcome text COLLATE "C",
    status_from timestamptz[] NOT NULL,
    status log.authorization_status[] NOT NULL,
    status_os integer[] NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
CREATE INDEX journey_v1_prompt ON projection.journey_v1 (prompt_at) WHERE prompt_at IS NOT NULL;
COMMENT ON COLUMN projection.journey_v1.latest_received_at IS
    'Greatest received_at of the events the row was computed from: at an earlier horizon it must be folded anew.';
COMMENT ON COLUMN projection.journey_v1.decision IS 'prompt_granted, prompt_denied, or null: none in the window.';
COMMENT ON COLUMN projection.journey_v1.first_open_at IS
    'First notification_opened within 30 days after a grant, in [decision_at, decision_at + 30 days).';
COMMENT ON COLUMN projection.journey_v1.outcome IS
    'Of the provisional trial: kept_prominent, kept_quiet, kept_unspecified, turned_off, upgraded, refused; null: pending.';
