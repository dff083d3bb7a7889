-- What projections keep: their settings and checkpoints, and for each projection its tables and the types of rows that its
-- functions give. All but the settings is computed from the log and can be rebuilt from it at any time.
-- Run once, by the migrator, as the owner, after the log. Columns are ordered by alignment.

CREATE SCHEMA projection;

-- Functions only: the rules of the metrics, each in one of them, and arithmetic that analysts can use too.
CREATE SCHEMA metric;
CREATE SCHEMA stats;
COMMENT ON SCHEMA stats IS 'Arithmetic of the metrics: rates, intervals, tests, percentiles and days.';

-- The parameters of the metrics that belong to the database: one row. A changed value needs a rebuild of what was computed with it.
CREATE TABLE projection.settings (
    conversion_window_seconds bigint NOT NULL DEFAULT 604800,
    open_window_seconds bigint NOT NULL DEFAULT 2419200,
    influence_window_seconds bigint NOT NULL DEFAULT 43200,
    engagement_months integer, -- how many months of engagement events nightly keeps; null: all
    only_row boolean PRIMARY KEY DEFAULT true,
    time_zone text NOT NULL DEFAULT 'UTC',
    zone_changes text, -- what projection.zone_changes gave when all days were computed; null before the first run
    CONSTRAINT settings_are_one_row CHECK (only_row),
    CONSTRAINT windows_are_positive CHECK (
        conversion_window_seconds > 0 AND open_window_seconds > 0 AND influence_window_seconds > 0
    ),
    CONSTRAINT retention_is_positive CHECK (engagement_months > 0)
);
INSERT INTO projection.settings (only_row) VALUES (true);

-- Settings that were asked for and come into force when everything is rebuilt with them.
CREATE TABLE projection.pending_setting (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- Where each projection stands in the log. A step moves position by compare-and-set in its own transaction.
CREATE TABLE projection.checkpoint (
    position bigint NOT NULL, -- every batch up to this position of log.batch is contained
    moved_at timestamptz,
    fill_head bigint, -- the position of the state when a rebuild's fills are done; null in the live generation
    version integer NOT NULL,
    name text COLLATE "C" PRIMARY KEY,
    sql_sha256 bytea NOT NULL, -- of the SQL that computed the state; another needs a new version
    CONSTRAINT position_is_not_negative CHECK (position >= 0)
);

-- A span of time of one installation: from_time inclusive, to_time exclusive.
CREATE TYPE projection.span AS (
    from_time timestamptz,
    to_time timestamptz,
    app integer,
    installation_id uuid
);

-- The projection journey.

-- Opens by installation and effective time, for the journeys' question "opened after the decision?"; the log itself would have to
-- be probed month by month. Equal instants are one row: only existence counts.
CREATE TABLE projection.notification_open_v1 (
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL, -- the earliest of the opens at this instant
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    PRIMARY KEY (installation_id, app, effective_at)
);

-- What a fold gives and a row of journeys holds; metrics: The journey of an installation. Status is a step function in three
-- arrays: from status_from[i] on, it is status[i] under the system status_os[i].
CREATE TYPE projection.journey AS (
    prompt_received_at timestamptz, -- the first receipt of a prompt: at an earlier horizon there was none
    latest_received_at timestamptz, -- of the events it was computed from: at an earlier horizon it must be folded again
    -- The receipt of the last event that decides the prompt, the answer or which notifications were opened in the 24 hours after it:
    -- at any later horizon these three are the same. Says nothing without a prompt.
    answer_received_at timestamptz,
    prompt_at timestamptz,
    decision_at timestamptz,
    late_answer_at timestamptz, -- the first answer after the prompt if none came within the window; else null
    first_open_at timestamptz, -- first notification_opened in [decision_at, decision_at + 30 days) after a grant
    trial_at timestamptz,
    outcome_at timestamptz,
    asked_at timestamptz, -- the first settings_prompt_shown while the status was denied
    went_at timestamptz, -- the first settings_opened after it and within 24 hours
    app integer,
    events integer, -- how many permission events it was computed from
    prompt_os integer,
    prompt_app_version integer,
    prompt_locale integer,
    prompt_placement integer,
    prompt_variant integer,
    trial_os integer,
    asked_os integer,
    decision log.event_type, -- prompt_granted, prompt_denied, or null: none in the window
    has_returned boolean, -- whether the status was authorized after went_at or any later event within 24 hours of it
    installation_id uuid,
    -- kept_prominent, kept_quiet, kept_unspecified, turned_off, upgraded or refused; null: pending
    outcome text COLLATE "C",
    status_from timestamptz[],
    status log.authorization_status[],
    status_os integer[],
    orphan_at timestamptz[], -- answers without any prompt before them; null if none
    jump_at timestamptz[] -- events after which the status was one it can't come to; null if none
);

-- One row for each installation with a permission event.
CREATE TABLE projection.journey_v1 OF projection.journey (
    latest_received_at WITH OPTIONS NOT NULL,
    events WITH OPTIONS NOT NULL,
    status_from WITH OPTIONS NOT NULL,
    status WITH OPTIONS NOT NULL,
    status_os WITH OPTIONS NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
-- Only columns that are rare or hardly change are indexed, so that an update needs no new index entry.
CREATE INDEX journey_v1_prompt ON projection.journey_v1 (prompt_at) WHERE prompt_at IS NOT NULL;
CREATE INDEX journey_v1_trial ON projection.journey_v1 (trial_at) WHERE trial_at IS NOT NULL;
CREATE INDEX journey_v1_asked ON projection.journey_v1 (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX journey_v1_quality ON projection.journey_v1 (app)
    WHERE orphan_at IS NOT NULL OR jump_at IS NOT NULL OR late_answer_at IS NOT NULL;

-- Installations that are in no journey because their fold can't be done.
CREATE TABLE projection.set_aside_v1 (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (installation_id, app),
    CONSTRAINT reason_is_known CHECK (reason IN ('too_many_events', 'fold_failed'))
);

-- Reach in steps: what the end of a day changed against the end of the day before, by the cell of the last event. A prefix sum
-- over days gives the installations by status; gained and lost are those of the day.
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

-- People who were asked in a range of days, by what their prompt names: see projection.past_asked.
CREATE TYPE projection.asked AS (
    app integer,
    day date,
    os integer,
    app_version integer,
    placement integer,
    variant integer,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
);
-- What a range of prompts and the one before it count by a value of a dimension: see projection.past_change_counts.
CREATE TYPE projection.change_counts AS (
    app_id text,
    dimension text,
    name text,
    prompted bigint,
    prompted_before bigint,
    granted bigint,
    settled bigint,
    granted_before bigint,
    settled_before bigint,
    opened_24h bigint,
    eligible_24h bigint,
    opened_24h_before bigint,
    eligible_24h_before bigint
);

-- Groups of columns that several functions give of a group of people, as they are published. What they mean stands in
-- views/columns.sql.
CREATE TYPE projection.funnel AS (
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric
);
CREATE TYPE projection.decisions AS (
    acceptance_rate numeric,
    acceptance_rate_low numeric,
    acceptance_rate_high numeric,
    seconds_to_decision_p50 numeric,
    seconds_to_decision_p90 numeric,
    eligible_7d bigint,
    retained_7d bigint,
    opened_7d bigint,
    eligible_30d bigint,
    retained_30d bigint,
    opened_30d bigint
);
-- Installations at the end of a day. reach_base: the reach rate is reachable of it.
CREATE TYPE projection.standing AS (
    installations bigint,
    authorized bigint,
    provisional bigint,
    ephemeral bigint,
    denied bigint,
    not_determined bigint,
    unknown bigint,
    reachable bigint,
    reach_base bigint,
    gained bigint,
    lost bigint
);
CREATE TYPE projection.trials AS (
    started bigint,
    kept_prominent bigint,
    kept_quiet bigint,
    kept_unspecified bigint,
    turned_off bigint,
    upgraded bigint,
    refused bigint,
    pending bigint,
    keep_rate numeric,
    keep_rate_low numeric,
    keep_rate_high numeric
);
CREATE TYPE projection.opened AS (
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    direct_open_rate numeric,
    direct_open_rate_low numeric,
    direct_open_rate_high numeric,
    influenced_open_rate numeric,
    total_open_rate numeric
);
CREATE TYPE projection.opened_24h AS (
    sent_24h bigint,
    opened_24h bigint,
    open_rate_24h numeric,
    open_rate_24h_low numeric,
    open_rate_24h_high numeric
);
CREATE TYPE projection.win_back AS (
    asked bigint,
    went bigint,
    returned bigint,
    return_rate numeric,
    return_rate_low numeric,
    return_rate_high numeric
);

-- The projection opens; metrics: Opens.
--
-- A period is 30 days of effective_at (projection.period). It leads the keys that a night's rows are spread over by installation,
-- so that new rows share pages as they would in a partition of their own, and no partition is ever made.

-- A notification of an installation, by its first send or by what came first of it, a receipt or an open.
CREATE TYPE projection.told_notification AS (
    send_at timestamptz, -- null while no send is known
    send_occurred_at timestamptz, -- null where it is send_at
    app integer,
    own_os integer, -- the system that the send named; null: none
    os integer, -- own_os, else that of the latest permission event at or before the send; null: none
    campaign integer,
    send_period smallint,
    installation_id uuid,
    send_id uuid, -- with send_occurred_at the place among sends of one instant, which decides whose an app open is
    notification_id text COLLATE "C",
    received timestamptz[], -- ordered instants that can still matter: see metric.instants_that_matter
    opened timestamptz[] -- as received, of opens whose trigger is not local
);

-- notification_id leads the key, since the sends of a campaign come together.
CREATE TABLE projection.notification (
    LIKE projection.told_notification,
    PRIMARY KEY (notification_id, installation_id, app)
) WITH (fillfactor = 90);
-- Complete for sends, so that the neighbours of a send in time are found in one place.
CREATE INDEX notification_send ON projection.notification (send_period, installation_id, app, send_at)
    WHERE send_at IS NOT NULL;
-- Finds the sends whose first 24 hours are not over: rows lie about in the order of their sends.
CREATE INDEX notification_send_at ON projection.notification USING brin (send_at) WITH (pages_per_range = 32);

-- Instants at which an installation opened a notification or the app: they decide whose an app open is, and who was active on a
-- day. Of several events of one instant and kind the last in the order.
CREATE TABLE projection.opening (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    app integer NOT NULL,
    os integer NOT NULL,
    type log.event_type NOT NULL,
    period smallint NOT NULL,
    is_local boolean NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (period, installation_id, app, effective_at, type, is_local),
    CONSTRAINT openings_only CHECK (type IN ('notification_opened', 'app_opened'))
);
-- Apart from app opens, of which one device may have any number within a minute.
CREATE INDEX opening_of_notification ON projection.opening (installation_id, app, effective_at)
    WHERE type = 'notification_opened';

-- Opens whose trigger is not local and that have no send, one by one: a late send takes its own out again.
CREATE TABLE projection.unsent_open (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    notification_id text COLLATE "C" NOT NULL, -- empty if the open named none
    PRIMARY KEY (notification_id, installation_id, app, effective_at, id, occurred_at)
);

-- What the sends of a day count, by one dimension: os, campaign or hour. value: the number of the system or campaign, 0 if there is
-- none (the dictionaries begin at 1), or the hour in the time zone of the settings.
CREATE TYPE projection.opens AS (
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint, -- openers, active: of the day, by os alone
    active bigint,
    opened_24h bigint, -- of all sends of the cell
    app integer,
    day date,
    value integer,
    dimension text COLLATE "C"
);

-- Counts that steps add to: what the changed rows count now less what they counted before. A row that holds only zeros is deleted.
CREATE TABLE projection.opens_cell OF projection.opens (
    PRIMARY KEY (day, app, dimension, value),
    CONSTRAINT counts_are_known CHECK (
        num_nulls(sent, received, direct_opens, influenced_opens, openers, active, opened_24h) = 0
    )
) WITH (fillfactor = 50);
CREATE TABLE projection.unsent_cell (
    opens bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);

-- An instant at which a notification or the app was opened. n: 1; of what a step is about to change −1, as it is before it.
CREATE TYPE projection.told_opening AS (
    n integer,
    at timestamptz,
    occurred_at timestamptz,
    app integer,
    os integer,
    type log.event_type,
    is_local boolean,
    installation_id uuid,
    id uuid
);

-- What a step hands to the function that folds notifications.
CREATE TYPE projection.told_event AS (
    effective_at timestamptz,
    occurred_at timestamptz,
    app integer,
    os integer,
    campaign integer,
    type log.event_type,
    installation_id uuid,
    id uuid,
    notification_id text COLLATE "C"
);

-- Rows of reading functions, each group of columns named once; projection.past gives the same at a past horizon.
CREATE TYPE projection.send AS (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    campaign integer,
    hour smallint,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    send_at timestamptz,
    is_opened_24h boolean
);
CREATE TYPE projection.unsent_opens AS (app integer, day date, opens bigint);
-- A day on which an installation opened something: see projection.active_days.
CREATE TYPE projection.active_day AS (n integer, app integer, installation_id uuid, day date, os integer, measure text);

-- The projection activity; metrics: active_28d, openers_28d, reachable_28d, as sets of days of one installation.
CREATE TABLE projection.installation_activity (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    active_28d datemultirange NOT NULL, -- days that end 28 days with activity in them
    openers_28d datemultirange NOT NULL,
    reachable datemultirange NOT NULL, -- days at whose end it is reachable, without an end if it still is
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);

-- What an installation counts in activity.
CREATE TYPE projection.activity_days AS (
    active_28d datemultirange,
    openers_28d datemultirange,
    reachable datemultirange
);

-- How many installations enter (+) and leave (−) each set with a day; the sum up to a day is that day's count.
CREATE TABLE projection.activity_step (
    active_28d bigint NOT NULL,
    openers_28d bigint NOT NULL,
    reachable_28d bigint NOT NULL,
    reachable bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);
CREATE TYPE projection.activity AS (
    app integer,
    day date,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reachable bigint
);

-- The projections deliveries and quality: counts of single deliveries or events, which no state stands behind. The one row of
-- delivery_counted and latency_counted says up to which position batches are contained, so that a range of them that is applied
-- again adds nothing.
CREATE TABLE projection.delivery_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT delivery_counted_is_one_row CHECK (only_row)
);
CREATE TABLE projection.delivery_cell (
    deliveries bigint NOT NULL,
    day date NOT NULL,
    outcome log.delivery_outcome NOT NULL,
    reason log.reject_reason,
    CONSTRAINT delivery_cells_are_one_each UNIQUE NULLS NOT DISTINCT (day, outcome, reason)
) WITH (fillfactor = 50);
CREATE TABLE projection.latency_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT latency_counted_is_one_row CHECK (only_row)
);
-- Events of a day by one dimension: size_class, the class of their latency (stats.span_class), or app_version, the number of the
-- version that they name, 0 if they name none. value: the class or the number.
CREATE TYPE projection.quality AS (
    events bigint,
    over_24h bigint,
    clocks_corrected bigint,
    app integer,
    day date,
    value integer,
    dimension text COLLATE "C"
);
CREATE TABLE projection.quality_cell OF projection.quality (
    PRIMARY KEY (dimension, day, app, value),
    CONSTRAINT events_are_counted CHECK (num_nulls(events, over_24h, clocks_corrected) = 0)
);

-- Metrics: conflicting_ids. The events of one id in 64 (metric.is_sampled), to find ids that were given to several events.
CREATE TABLE projection.sampled_event (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (installation_id, id, app, occurred_at)
);
