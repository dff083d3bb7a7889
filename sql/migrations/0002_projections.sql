-- The tables of projections (what is computed from the log) with their settings and checkpoints, and the row types of
-- their functions, except those with lists of the catalogue (types/). Everything except the settings can be rebuilt
-- from the log. Columns are ordered by alignment. Run once, by the migrator, as the owner, after the log.

CREATE SCHEMA projection;

-- These contain only functions: metric the rules of the metrics, stats arithmetic that analysts can use too.
CREATE SCHEMA metric;
CREATE SCHEMA stats;
COMMENT ON SCHEMA stats IS 'Arithmetic of the metrics: rates, intervals, tests, percentiles and days.';

-- The parameters of the metrics that the database stores: one row. A change takes effect with a rebuild.
CREATE TABLE projection.settings (
    conversion_window_seconds bigint NOT NULL DEFAULT 604800,
    open_window_seconds bigint NOT NULL DEFAULT 2419200,
    influence_window_seconds bigint NOT NULL DEFAULT 43200,
    engagement_months integer, -- months of engagement events that retention keeps; null: all
    only_row boolean PRIMARY KEY DEFAULT true,
    time_zone text NOT NULL DEFAULT 'UTC',
    zone_changes text, -- result of projection.zone_changes when days were computed; null before the first run
    CONSTRAINT settings_are_one_row CHECK (only_row),
    CONSTRAINT windows_are_positive CHECK (
        conversion_window_seconds > 0 AND open_window_seconds > 0 AND influence_window_seconds > 0
    ),
    CONSTRAINT retention_is_positive CHECK (engagement_months > 0)
);
INSERT INTO projection.settings (only_row) VALUES (true);

-- Changed settings, which take effect when a rebuild of all projections is swapped in.
CREATE TABLE projection.pending_setting (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- How far each projection has read the log. A step moves position by compare-and-set, in the transaction of its work.
CREATE TABLE projection.checkpoint (
    position bigint NOT NULL, -- all batches of log.batch up to this position are included
    moved_at timestamptz,
    backfill_head bigint, -- last position that a rebuild's backfills read; null in the live tables
    version integer NOT NULL,
    name text COLLATE "C" PRIMARY KEY,
    sql_sha256 bytea NOT NULL, -- of the SQL that computed the tables; if it changes, so must version
    CONSTRAINT position_is_not_negative CHECK (position >= 0)
);

-- A span of time of one installation: from_time inclusive, to_time exclusive.
CREATE TYPE projection.span AS (
    from_time timestamptz,
    to_time timestamptz,
    app integer,
    installation_id uuid
);

-- A row of a published table: its people, and its groups (metric.withheld_places). minimum_cell: the same in each row.
CREATE TYPE projection.counted_row AS (people bigint, groups text[], minimum_cell integer);

-- The projection journey.

-- Opens by installation and effective time, to find whether a notification was opened after the decision; the log would
-- need a lookup per month. Opens at the same instant are one row, because only existence matters.
CREATE TABLE projection.notification_open (
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL, -- the earliest of the opens at this instant
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    PRIMARY KEY (installation_id, app, effective_at)
);

-- The ask of an installation that was asked otherwise before any prompt. Metrics: The whole ask.
CREATE TYPE projection.ask AS (
    at timestamptz,
    os integer,
    app_version integer,
    placement integer,
    variant integer,
    type log.event_type, -- primer_shown or prompt_blocked
    answer log.primer_answer, -- accepted if any answer to the primer within the window was; null: none
    -- How far it came within the window: prompt_granted, prompt_denied, prompt_shown or prompt_blocked; null: not so
    -- far
    result log.event_type
);
-- The first assignment of an installation to an arm of an experiment. Metrics: Experiments.
CREATE TYPE projection.arm AS (
    at timestamptz,
    experiment integer,
    variant integer,
    status log.authorization_status -- at the end of the conversion window
);
-- A turn-off: an event after which the status is denied, and before which it was a reachable one. Metrics: Turn-offs.
CREATE TYPE projection.turn_off_event AS (
    at timestamptz,
    seen_at timestamptz, -- latest effective time of the permission events before it that read the status
    os integer -- after the event; null: none
);
-- A permission event of an installation with such events, as its fold passes it on.
CREATE TYPE projection.story_event AS (
    at timestamptz,
    os integer,
    app_version integer,
    placement integer,
    variant integer,
    experiment integer,
    type log.event_type,
    answer log.primer_answer,
    status_before log.authorization_status
);
-- The identity of an event of an app.
CREATE TYPE projection.event_key AS (occurred_at timestamptz, installation_id uuid, id uuid);

-- The journey of an installation: what its permission events add up to. Metrics: The journey of an installation. Three
-- arrays and levels give the status over time: from status_from[i] it is status[i] under the OS version status_os[i].
-- Events that change nothing of that are not in them, and of events at one instant only the last in the order is.
CREATE TYPE projection.journey_row AS (
    -- Earliest receipt of a prompt, of another ask or of an assignment; at an earlier horizon there is none
    prompt_received_at timestamptz,
    latest_received_at timestamptz, -- latest receipt of its events; for an earlier horizon compute it again
    -- Latest receipt of the events that determine the prompt, the answer and the opens in the 24 hours after the
    -- decision, and ask and arms: at any later horizon these are the same. Meaningless without prompt, ask and arms.
    answer_received_at timestamptz,
    prompt_at timestamptz,
    decision_at timestamptz,
    dismissed_at timestamptz, -- first prompt_dismissed after the prompt
    late_answer_at timestamptz, -- first answer after the prompt, if it came after the window; otherwise null
    first_open_at timestamptz, -- first notification_opened in [decision_at, decision_at + 30 days) after a grant
    trial_at timestamptz, -- start of provisional authorization
    outcome_at timestamptz, -- when outcome came
    asked_at timestamptz, -- first settings_prompt_shown while the status was denied
    settings_opened_at timestamptz, -- first settings_opened within 24 hours after asked_at
    last_event_at timestamptz, -- latest effective time of its events
    turned_off_at timestamptz, -- latest change of the status from a reachable one to denied
    reassigned_at timestamptz, -- first assignment to another variant than the first one of its experiment
    app integer,
    events integer, -- number of permission events
    prompt_os integer,
    prompt_app_version integer,
    prompt_locale integer,
    prompt_placement integer,
    prompt_variant integer,
    prompt_device_model integer,
    trial_os integer, -- at trial_at
    asked_os integer, -- at asked_at
    decision log.event_type, -- prompt_granted or prompt_denied; null: none within the window
    prompt_offset smallint, -- UTC offset of the device's clock in the prompt, minutes east
    has_returned boolean, -- whether settings_opened_at or an event in the 24 hours after it led to status authorized
    installation_id uuid,
    -- kept_prominent, kept_quiet, kept_unspecified, turned_off, upgraded or refused; null: pending
    outcome text COLLATE "C",
    status_from timestamptz[],
    status log.authorization_status[],
    status_os integer[],
    -- For each entry of status how prominently notifications come, one letter (metric.level); null: as without settings
    levels text COLLATE "C",
    orphan_times timestamptz[], -- answers with no prompt before them; null if none
    jump_times timestamptz[], -- events that led to a status that can't follow the one before; null if none
    ask projection.ask, -- null if the ask is the prompt, or there is none
    arms projection.arm[], -- those in which it counts; null if none
    turn_offs projection.turn_off_event[] -- in the order of events; null if none
);

-- One row for each installation with a permission event.
CREATE TABLE projection.journey OF projection.journey_row (
    latest_received_at WITH OPTIONS NOT NULL,
    events WITH OPTIONS NOT NULL,
    status_from WITH OPTIONS NOT NULL,
    status WITH OPTIONS NOT NULL,
    status_os WITH OPTIONS NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
-- Only columns that are rarely set or rarely change are indexed, so that most updates need no new index entry.
CREATE INDEX journey_prompt ON projection.journey (prompt_at) WHERE prompt_at IS NOT NULL;
CREATE INDEX journey_trial ON projection.journey (trial_at) WHERE trial_at IS NOT NULL;
CREATE INDEX journey_asked ON projection.journey (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX journey_ask ON projection.journey (((ask).at)) WHERE (ask).at IS NOT NULL;
CREATE INDEX journey_quality ON projection.journey (app)
    WHERE orphan_times IS NOT NULL OR jump_times IS NOT NULL OR late_answer_at IS NOT NULL OR reassigned_at IS NOT NULL;

-- Installations without a journey because it can't be computed.
CREATE TABLE projection.installation_set_aside (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (installation_id, app),
    CONSTRAINT reason_is_known CHECK (reason IN ('too_many_events', 'fold_failed'))
);

-- Changes of reach: the counts at the end of a day minus those at the end of the day before, by OS version of the last
-- event. Their sum up to a day is the number of installations by status, and of the reachable ones by level; gained
-- and lost are those of the day itself. os_name: empty if no event has named an OS.
CREATE TABLE projection.daily_reach_change (
    authorized bigint NOT NULL,
    provisional bigint NOT NULL,
    ephemeral bigint NOT NULL,
    denied bigint NOT NULL,
    not_determined bigint NOT NULL,
    unknown bigint NOT NULL,
    gone bigint NOT NULL,
    gained bigint NOT NULL,
    lost bigint NOT NULL,
    level_prominent bigint NOT NULL,
    level_scheduled bigint NOT NULL,
    level_quiet bigint NOT NULL,
    level_badge bigint NOT NULL,
    level_unknown bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    os_major smallint NOT NULL,
    os_minor smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    PRIMARY KEY (app, day, os_name, os_major, os_minor)
) WITH (fillfactor = 50);

-- Installations by the day of their prompt and a value that it names: people; of these, those that allowed within the
-- conversion window, and within 24 hours. dimension: os (value: the OS; within: 0), app_version and placement (within:
-- the OS), variant (within: the placement). 0: none named. And by the day of their assignment to an arm (dimension arm;
-- value: the variant; within: the experiment): people; of these, those that were authorized (allowed), or reachable, at
-- the end of the window.
CREATE TABLE projection.prompt_cell (
    people bigint NOT NULL,
    allowed bigint NOT NULL,
    allowed_24h bigint NOT NULL,
    reachable bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    value integer NOT NULL,
    within integer NOT NULL,
    dimension text COLLATE "C" NOT NULL,
    PRIMARY KEY (app, day, dimension, value, within)
) WITH (fillfactor = 80);

-- Sends whose first 24 hours are not over; see projection.past_recent_sends.
CREATE TYPE projection.recent_send_counts AS (
    app integer,
    day date,
    os integer,
    campaign integer,
    sent bigint,
    opened_24h bigint
);
-- People counted with a variant since their experiment began, by day; see projection.past_experiments.
CREATE TYPE projection.experiment_day AS (
    app_id text COLLATE "C",
    base text COLLATE "C", -- asked or assigned: what began a person's days in it
    experiment text COLLATE "C",
    variant text COLLATE "C",
    outcome text COLLATE "C", -- what reached counts: granted, allowed or reachable
    control text COLLATE "C", -- the variant that the others are compared with
    others integer, -- number of variants besides control
    started date, -- null if there is no other variant
    last_day date,
    day date,
    reached bigint, -- of settled, those with the outcome
    settled bigint -- people whose conversion window is over
);

-- The projection opens; metrics: Opens.
--
-- A period is 30 days of effective_at (projection.period). Keys that are random per installation begin with it, so that
-- new rows share pages as they would in a partition, without the need to create partitions.

-- A notification to one installation: its first send, receipts and opens. The send may still be unknown.
CREATE TYPE projection.notification_row AS (
    send_at timestamptz, -- null if no send is known
    send_occurred_at timestamptz, -- null if equal to send_at
    last_send_at timestamptz, -- the latest time that events give for the send; null if they give one
    app integer,
    own_os integer, -- OS version in the send; null: none
    os integer, -- own_os, or else that of the latest permission event up to the send; null: none
    campaign integer,
    send_period smallint,
    utc_offset smallint, -- of the receiver's clock, from that permission event, minutes east; null: unknown
    installation_id uuid,
    send_id uuid, -- with send_occurred_at orders sends of one instant
    notification_id text COLLATE "C",
    received timestamptz[], -- ordered times that can still matter; see metric.relevant_instants
    opened timestamptz[] -- the same for opens, without trigger local
);

-- The OS versions and clocks of an installation over time; see projection.notifications_of.
CREATE TYPE projection.device_history AS (
    since timestamptz[],
    os integer[],
    utc_offset smallint[] -- minutes east
);

-- The key begins with notification_id, because the sends of a campaign arrive together.
CREATE TABLE projection.notification (
    LIKE projection.notification_row,
    PRIMARY KEY (notification_id, installation_id, app)
) WITH (fillfactor = 90);
-- Finds the sends of an installation in order of time, for the sends before and after a send.
CREATE INDEX notification_send ON projection.notification (send_period, installation_id, app, send_at)
    WHERE send_at IS NOT NULL;
-- Finds the sends whose first 24 hours are not over. Rows are stored roughly in the order of their sends.
CREATE INDEX notification_send_at ON projection.notification USING brin (send_at) WITH (pages_per_range = 32);

-- Times at which an installation opened a notification or the app. They decide which send an app open belongs to, and
-- who was active on a day. Of several events of the same time and kind, the last in the contract's order.
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
-- Excludes app opens, because one device can have any number of them within a minute.
CREATE INDEX opening_of_notification ON projection.opening (installation_id, app, effective_at)
    WHERE type = 'notification_opened';

-- Opens without a send, except those of trigger local. One row each, so that a late send can remove its open.
CREATE TABLE projection.open_without_send (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    notification_id text COLLATE "C" NOT NULL, -- empty if the open named none
    PRIMARY KEY (notification_id, installation_id, app, effective_at, id, occurred_at)
);

-- Counts of the sends of a day by one dimension: os, campaign or hour. value: the dictionary number of the OS version
-- or campaign, 0 for none (dictionaries begin at 1), or the hour of the week of the receiver's clock (metric.counted_send).
CREATE TYPE projection.send_counts AS (
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint, -- openers and active: on the day; only by os
    active bigint,
    opened_24h bigint, -- of all sends, also those less than 24 hours old
    app integer,
    day date,
    value integer,
    dimension text COLLATE "C"
);

-- Cells: rows of counters. A step adds what changed rows count now minus what they counted before; zero rows are
-- deleted.
CREATE TABLE projection.opens_cell OF projection.send_counts (
    PRIMARY KEY (day, app, dimension, value),
    CONSTRAINT counts_are_known CHECK (
        num_nulls(sent, received, direct_opens, influenced_opens, openers, active, opened_24h) = 0
    )
) WITH (fillfactor = 50);
CREATE TABLE projection.open_without_send_cell (
    opens bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);

-- The sends that were the only one between two readings of the status of an installation; metrics: Turn-offs.
CREATE TYPE projection.lone_send_row AS (
    send_at timestamptz,
    app integer,
    campaign integer, -- 0: none
    send_period smallint,
    is_turned_off boolean, -- whether the second reading is a turn-off
    installation_id uuid
);
CREATE TABLE projection.lone_send OF projection.lone_send_row (
    PRIMARY KEY (send_period, installation_id, app, send_at),
    CONSTRAINT lone_sends_are_complete CHECK (num_nulls(campaign, is_turned_off) = 0)
);

-- The turn-offs of each installation, with the sends that came before them; metrics: Turn-offs.
CREATE TYPE projection.turn_off_row AS (
    at timestamptz,
    app integer,
    os integer, -- 0: none
    place integer, -- among the installation's turn-offs, from 1
    is_long_gap boolean, -- whether the status was last seen on too long before it to say what led to it
    installation_id uuid,
    send_at timestamptz[], -- its sends; empty after a long gap
    campaign integer[] -- of each send; 0: none
);
CREATE TABLE projection.turn_off OF projection.turn_off_row (
    PRIMARY KEY (installation_id, app, place),
    CONSTRAINT turn_offs_are_complete CHECK (num_nulls(at, os, is_long_gap, send_at, campaign) = 0)
);
-- Finds the turn-offs of a range of days, and those of the sends of a range.
CREATE INDEX turn_off_at ON projection.turn_off (at);

-- The sends of a day by campaign and OS (0: none), and by how soon they were opened: after fewer seconds than these and no
-- smaller one of metric.curve_seconds; 0: not opened.
CREATE TYPE projection.campaign_counts AS (
    sent bigint,
    app integer,
    day date,
    campaign integer,
    os integer,
    seconds bigint
);
CREATE TABLE projection.campaign_cell OF projection.campaign_counts (
    PRIMARY KEY (day, app, campaign, os, seconds),
    CONSTRAINT campaigns_are_counted CHECK (sent IS NOT NULL)
) WITH (fillfactor = 50);

-- An opening of a notification or the app. sign: 1; in a step also −1 for the rows as they were before it.
CREATE TYPE projection.opening_row AS (
    sign integer,
    at timestamptz,
    occurred_at timestamptz,
    app integer,
    os integer,
    type log.event_type,
    is_local boolean,
    installation_id uuid,
    id uuid
);

-- An event that a step passes to projection.notifications_of.
CREATE TYPE projection.notification_event AS (
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

-- Row types of functions that read the tables; projection.past returns the same types for a past horizon.
CREATE TYPE projection.send AS (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    campaign integer,
    hour_of_week smallint,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    send_at timestamptz,
    is_opened_24h boolean,
    opened_within bigint -- the least of metric.curve_seconds; null: not opened
);
CREATE TYPE projection.open_without_send_counts AS (app integer, day date, opens bigint);
-- A day on which an installation opened something; see projection.active_days.
CREATE TYPE projection.active_day AS (
    sign integer, -- as in projection.opening_row
    app integer,
    installation_id uuid,
    day date,
    os integer,
    measure text
);

-- The projection activity. Metrics: active_28d, openers_28d, reachable_28d. One row of sets of days per installation.
CREATE TABLE projection.installation_activity (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    active_28d datemultirange NOT NULL, -- days with activity on them or in the 27 days before
    openers_28d datemultirange NOT NULL,
    reachable datemultirange NOT NULL, -- days at whose end it is reachable; unbounded if it still is
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);

-- The sets of days of an installation.
CREATE TYPE projection.activity_days AS (
    active_28d datemultirange,
    openers_28d datemultirange,
    reachable datemultirange
);

-- How many installations enter (+) and leave (−) each set on a day. The sum up to a day is the count of that day.
CREATE TABLE projection.activity_step (
    active_28d bigint NOT NULL,
    openers_28d bigint NOT NULL,
    reachable_28d bigint NOT NULL,
    reachable bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);

-- The projection states; metrics: notification_states_daily. Receipts and opens by day and state.
CREATE TYPE projection.notification_states AS (
    received bigint,
    opened bigint,
    app integer,
    day date,
    trigger text COLLATE "C", -- of opens: push, local or empty
    app_state text COLLATE "C" -- foreground, background, not_running or empty
);
CREATE TABLE projection.notification_state_cell OF projection.notification_states (
    PRIMARY KEY (day, app, trigger, app_state),
    CONSTRAINT states_are_counted CHECK (num_nulls(received, opened) = 0)
) WITH (fillfactor = 50);
-- The position up to which batches are counted; see the projections deliveries and quality.
CREATE TABLE projection.state_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT state_counted_is_one_row CHECK (only_row)
);

-- The projections deliveries and quality: counters without a row per delivery or event, so a step can't tell what it
-- has counted. The one row of delivery_counted and quality_counted is the position up to which batches are counted;
-- applying the same batches again adds nothing.
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
CREATE TABLE projection.quality_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT quality_counted_is_one_row CHECK (only_row)
);
-- Events of a day by one dimension. value: for size_class the class of the latency (stats.span_class); for app_version
-- the dictionary number of the version, 0 for none.
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

-- Metrics: shared_installations. When the permission events of an installation first name each of its device models, and
-- the installations with more than one person has (metric.most_device_models), since when.
CREATE TABLE projection.named_model (
    first_at timestamptz NOT NULL,
    app integer NOT NULL,
    device_model integer NOT NULL,
    installation_id uuid NOT NULL,
    PRIMARY KEY (installation_id, app, device_model)
);
CREATE TABLE projection.shared_installation (
    shared_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    PRIMARY KEY (installation_id, app)
);
