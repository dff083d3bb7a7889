-- What the journey projection keeps from its version 2 on, and what the machinery of projections keeps beside it.
-- Run once, by the migrator, as the owner. Journeys are computed state: the old ones go, the next `project` computes them.

-- A database that was made by this program has no functions before its last migration.
DROP FUNCTION IF EXISTS projection.journeys_known_by(timestamptz);
DROP FUNCTION IF EXISTS projection.fold_journeys_v1(uuid[], timestamptz);
DROP FUNCTION IF EXISTS projection.opt_in(date, date, timestamptz);
DROP TABLE projection.journey_v1;
DELETE FROM projection.notification_open_v1 WHERE true;
DELETE FROM projection.checkpoint WHERE true;

-- What a fold gives and a row of journeys holds. Columns are ordered by alignment: 8 bytes, 4, then what needs none.
CREATE TYPE projection.journey AS (
    latest_received_at timestamptz,
    prompt_at timestamptz,
    decision_at timestamptz,
    late_answer_at timestamptz,
    first_open_at timestamptz,
    trial_at timestamptz,
    outcome_at timestamptz,
    asked_at timestamptz,
    went_at timestamptz,
    app integer,
    events integer,
    prompt_os integer,
    prompt_app_version integer,
    prompt_locale integer,
    prompt_placement integer,
    prompt_variant integer,
    trial_os integer,
    asked_os integer,
    decision log.event_type,
    has_returned boolean,
    installation_id uuid,
    outcome text COLLATE "C",
    status_from timestamptz[],
    status log.authorization_status[],
    status_os integer[],
    orphan_at timestamptz[],
    jump_at timestamptz[]
);

-- One row for each installation with a permission event; metrics: The journey of an installation.
-- The three arrays are one step function: from status_from[i] on, the status is status[i] under the system status_os[i].
CREATE TABLE projection.journey_v1 OF projection.journey (
    latest_received_at WITH OPTIONS NOT NULL,
    events WITH OPTIONS NOT NULL,
    status_from WITH OPTIONS NOT NULL,
    status WITH OPTIONS NOT NULL,
    status_os WITH OPTIONS NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
-- Only rare columns or such that hardly change are indexed, so that an update needs no new index entry.
CREATE INDEX journey_v1_prompt ON projection.journey_v1 (prompt_at) WHERE prompt_at IS NOT NULL;
CREATE INDEX journey_v1_trial ON projection.journey_v1 (trial_at) WHERE trial_at IS NOT NULL;
CREATE INDEX journey_v1_asked ON projection.journey_v1 (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX journey_v1_quality ON projection.journey_v1 (app)
    WHERE orphan_at IS NOT NULL OR jump_at IS NOT NULL OR late_answer_at IS NOT NULL;
COMMENT ON COLUMN projection.journey_v1.latest_received_at IS
    'Greatest received_at of the events the row was computed from: at an earlier horizon it must be folded anew.';
COMMENT ON COLUMN projection.journey_v1.decision IS 'prompt_granted, prompt_denied, or null: none in the window.';
COMMENT ON COLUMN projection.journey_v1.late_answer_at IS
    'The first answer after the prompt where none came within the window; else null.';
COMMENT ON COLUMN projection.journey_v1.first_open_at IS
    'First notification_opened within 30 days after a grant, in [decision_at, decision_at + 30 days).';
COMMENT ON COLUMN projection.journey_v1.outcome IS
    'Of the provisional trial: kept_prominent, kept_quiet, kept_unspecified, turned_off, upgraded, refused; null: pending.';
COMMENT ON COLUMN projection.journey_v1.asked_at IS 'The first settings_prompt_shown while the status was denied.';
COMMENT ON COLUMN projection.journey_v1.went_at IS 'The first settings_opened after it and within 24 hours.';
COMMENT ON COLUMN projection.journey_v1.has_returned IS
    'Whether the status was authorized after that event or any later one within 24 hours of it.';
COMMENT ON COLUMN projection.journey_v1.events IS 'How many permission events the row was computed from.';
COMMENT ON COLUMN projection.journey_v1.orphan_at IS 'Answers without any prompt before them; null if none.';
COMMENT ON COLUMN projection.journey_v1.jump_at IS 'Events after which the status was one it can''t come to; null if none.';

-- Reach in steps: what the end of a day changed against the end of the day before, by the cell of the last event.
-- A prefix sum over days gives the installations by status; gained and lost are those of the day.
CREATE TABLE projection.reach_step_v1 (
    authorized bigint NOT NULL,
    provisional bigint NOT NULL,
    ephemeral bigint NOT NULL,
    denied bigint NOT NULL,
    not_determined bigint NOT NULL,
    unknown bigint NOT NULL,
    gained bigint NOT NULL,
    lost bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    os_major smallint NOT NULL,
    os_minor smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    PRIMARY KEY (app, day, os_name, os_major, os_minor)
) WITH (fillfactor = 50);

-- Installations that are in no journey because their fold can't be done.
CREATE TABLE projection.set_aside_v1 (
    installation_id uuid PRIMARY KEY,
    reason text NOT NULL,
    CONSTRAINT reason_is_known CHECK (reason IN ('too_many_events', 'fold_failed'))
);

-- Settings that were asked for and come into force when everything is rebuilt with them.
CREATE TABLE projection.pending_setting (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);
ALTER TABLE projection.settings ADD COLUMN engagement_months integer,
    ADD CONSTRAINT retention_is_positive CHECK (engagement_months > 0);
COMMENT ON COLUMN projection.settings.engagement_months IS
    'How many months of engagement events nightly keeps; null: all.';

-- How far a rebuild has filled its tables; both null in the live generation and once its fills are done.
ALTER TABLE projection.checkpoint ADD COLUMN fill_head bigint, ADD COLUMN fill integer, ADD COLUMN filled_to text;
COMMENT ON COLUMN projection.checkpoint.fill_head IS 'The position that the state has when the fills are done.';
COMMENT ON COLUMN projection.checkpoint.fill IS 'Which fill of the projection is being run, from 0.';
COMMENT ON COLUMN projection.checkpoint.filled_to IS 'Month or installation up to which that fill has come; null: none.';
