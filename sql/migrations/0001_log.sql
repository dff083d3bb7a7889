-- The log: two append-only tables of events, their dictionaries, the ledger of batches, and the quarantine.
-- Run once, by the migrator, as the owner. Rules that keep it portable to Citus: installation_id in the key of both big
-- tables; no identity, sequence default, trigger or foreign key on them; a row carries all its values explicitly.

CREATE SCHEMA log;
COMMENT ON SCHEMA log IS 'Accepted events, append-only, with the ledger of batches and the quarantine of rejects.';

-- Words of the contract. The order of event_type is the order of the contract's table of types, which breaks ties.
CREATE TYPE log.event_type AS ENUM (
    'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started', 'provisional_kept',
    'provisional_turned_off', 'status_observed', 'settings_prompt_shown', 'settings_opened',
    'notification_sent', 'notification_received', 'notification_opened', 'app_opened'
);
CREATE TYPE log.authorization_status AS ENUM (
    'unknown', 'not_determined', 'denied', 'authorized', 'provisional', 'ephemeral'
);
CREATE TYPE log.kept_delivery AS ENUM ('prominent', 'quiet');
CREATE TYPE log.app_state AS ENUM ('foreground', 'background', 'not_running');
CREATE TYPE log.open_trigger AS ENUM ('push', 'local');
CREATE TYPE log.delivery_outcome AS ENUM ('accepted', 'duplicate', 'rejected');
CREATE TYPE log.reject_reason AS ENUM (
    'too_large', 'invalid_utf8', 'invalid_json', 'missing_field', 'invalid_field', 'unknown_type',
    'impossible_for_os', 'occurred_in_future', 'occurred_too_early', 'older_than_retention', 'erased'
);

-- Dictionaries. Their numbers follow the order of arrival and mean nothing: nothing may be sorted by them.
CREATE TABLE log.app (
    app integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id text COLLATE "C" NOT NULL,
    CONSTRAINT app_id_is_known_once UNIQUE (app_id)
);
CREATE TABLE log.os (
    os integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    major smallint NOT NULL,
    minor smallint NOT NULL,
    patch smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    CONSTRAINT os_is_known_once UNIQUE (os_name, major, minor, patch)
);
CREATE TABLE log.word (
    word integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text text COLLATE "C" NOT NULL,
    CONSTRAINT word_is_known_once UNIQUE (text)
);
COMMENT ON TABLE log.app IS 'Applications by their bundle identifier.';
COMMENT ON TABLE log.os IS 'Operating systems with their version; a part that was not given is 0.';
COMMENT ON TABLE log.word IS
    'App versions, device models, locales, placements, variants, campaigns and actions that events name.';

-- Columns are ordered by alignment: 8 bytes, 4, 2, then what needs none.
CREATE TABLE log.permission_event (
    occurred_at timestamptz NOT NULL,
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    sent_at timestamptz,
    sequence bigint,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    os integer NOT NULL,
    app_version integer,
    device_model integer,
    locale integer,
    placement integer,
    variant integer,
    type log.event_type NOT NULL,
    status log.authorization_status,
    delivery log.kept_delivery,
    occurred_offset smallint NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    data jsonb,
    CONSTRAINT permission_event_is_stored_once PRIMARY KEY (installation_id, occurred_at, id, app),
    CONSTRAINT permission_types_only CHECK (type <= 'settings_opened')
);
-- Rows lie in the order of their batches, so a block range index finds what new batches touched.
CREATE INDEX permission_event_batch ON log.permission_event USING brin (batch_id)
    WITH (pages_per_range = 16, autosummarize = on);
COMMENT ON TABLE log.permission_event IS
    'Events from prompt_shown to settings_opened: few for an installation, kept for ever.';
COMMENT ON COLUMN log.permission_event.occurred_at IS 'The device''s clock; part of the identity.';
COMMENT ON COLUMN log.permission_event.effective_at IS 'occurred_at, corrected for a wrong clock at acceptance.';
COMMENT ON COLUMN log.permission_event.received_at IS 'When a collector, else the ingest, received this copy.';
COMMENT ON COLUMN log.permission_event.occurred_offset IS 'Minutes east of UTC of the device''s clock.';
COMMENT ON COLUMN log.permission_event.data IS 'What the event''s data held beyond the columns; null if nothing.';

CREATE TABLE log.engagement_event (
    occurred_at timestamptz NOT NULL,
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    sent_at timestamptz,
    sequence bigint,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    os integer,
    app_version integer,
    device_model integer,
    locale integer,
    campaign integer,
    action integer,
    type log.event_type NOT NULL,
    app_state log.app_state,
    trigger log.open_trigger,
    occurred_offset smallint NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    notification_id text COLLATE "C",
    data jsonb,
    CONSTRAINT event_is_stored_once PRIMARY KEY (occurred_at, installation_id, id, app)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX engagement_event_batch ON log.engagement_event USING brin (batch_id)
    WITH (pages_per_range = 16, autosummarize = on);
COMMENT ON TABLE log.engagement_event IS
    'Events from notification_sent to app_opened, in partitions by the UTC month of occurred_at. The identity of every
permission event has a row here too (of its own type, without the rest), so that one key holds for all events.';
COMMENT ON COLUMN log.engagement_event.os IS 'Null where a notification_sent named none.';

-- What a file is: its bytes. It is done when a batch of it with is_last has committed.
CREATE TABLE log.source_file (
    source_file integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    size bigint NOT NULL,
    sha256 bytea NOT NULL,
    CONSTRAINT file_is_known_once UNIQUE (sha256)
);

CREATE SEQUENCE log.batch_id AS bigint;

-- The ledger. position is given under the lock SEAL as the last act of a batch's transaction: gapless, in commit order.
CREATE TABLE log.batch (
    batch_id bigint PRIMARY KEY,
    position bigint NOT NULL,
    committed_at timestamptz NOT NULL,
    latest_received_at timestamptz,
    first_line bigint NOT NULL,
    last_line bigint NOT NULL,
    start_offset bigint NOT NULL,
    end_offset bigint NOT NULL,
    accepted integer NOT NULL,
    duplicates integer NOT NULL,
    rejected integer NOT NULL,
    source_file integer REFERENCES log.source_file,
    is_last boolean NOT NULL,
    source text NOT NULL,
    engagement_months date[] NOT NULL,
    prefix_sha256 bytea,
    CONSTRAINT position_is_given_once UNIQUE (position),
    CONSTRAINT positions_begin_at_one CHECK (position > 0)
);
CREATE INDEX batch_source_file ON log.batch (source_file, end_offset) WHERE source_file IS NOT NULL;
COMMENT ON TABLE log.batch IS
    'One row for each committed batch: what it came from, what became of its deliveries, its place. A retry of the '
    'quarantine delivers nothing: it counts none, and its lines are quarantine_ids.';
COMMENT ON COLUMN log.batch.latest_received_at IS
    'Greatest received_at of its accepted and duplicate deliveries; null if all were rejected.';
COMMENT ON COLUMN log.batch.prefix_sha256 IS
    'Of a file''s bytes up to end_offset as they were read: where it equals the file''s own, the lines are contained.';
COMMENT ON COLUMN log.batch.engagement_months IS
    'First days of the UTC months of occurred_at in which it stored engagement events.';

-- Deliveries by outcome, in quarters of an hour: every time zone's days are made of whole ones.
CREATE TABLE log.delivery (
    batch_id bigint NOT NULL REFERENCES log.batch DEFERRABLE INITIALLY DEFERRED,
    received_quarter timestamptz NOT NULL,
    deliveries bigint NOT NULL,
    outcome log.delivery_outcome NOT NULL,
    reason log.reject_reason,
    CONSTRAINT deliveries_are_counted_once UNIQUE (batch_id, received_quarter, outcome, reason),
    CONSTRAINT rejects_alone_have_a_reason CHECK ((outcome = 'rejected') = (reason IS NOT NULL))
);

-- The same bytes are kept as often as one batch held them, and no more when they are delivered again.
CREATE TABLE log.quarantine (
    quarantine_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL,
    quarantined_at timestamptz NOT NULL,
    released_at timestamptz,
    discarded_at timestamptz,
    batch_id bigint NOT NULL,
    line bigint NOT NULL,
    byte_count bigint NOT NULL,
    copy integer NOT NULL,
    reason log.reject_reason NOT NULL,
    installation_id uuid,
    app_id text,
    key_app_id text,
    source text NOT NULL,
    detail text NOT NULL,
    sha256 bytea NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT line_is_quarantined_once UNIQUE (sha256, byte_count, copy)
);
CREATE INDEX quarantine_received ON log.quarantine (received_at, batch_id, line, quarantine_id);
COMMENT ON TABLE log.quarantine IS 'Rejected deliveries, with their bytes as received.';
COMMENT ON COLUMN log.quarantine.released_at IS 'When a retry found it good; null while it is held or discarded.';
COMMENT ON COLUMN log.quarantine.discarded_at IS 'When somebody gave it up; null while it is held or released.';
COMMENT ON COLUMN log.quarantine.key_app_id IS
    'Over HTTP the app of its key, to which a retry holds it; the server stamped its receipt. Null from a file.';
COMMENT ON COLUMN log.quarantine.bytes IS
    'As received; of what was too large the first 64 KiB, of what was discarded nothing.';
COMMENT ON COLUMN log.quarantine.byte_count IS 'The length as received, in bytes.';
COMMENT ON COLUMN log.quarantine.line IS 'Line of the source, from 1; in an array the element''s index, from 0.';
COMMENT ON COLUMN log.quarantine.copy IS 'Which of several equal lines of its batch, from 1.';

CREATE TABLE log.erased (
    installation_hash bytea PRIMARY KEY,
    erased_at timestamptz NOT NULL
);
COMMENT ON TABLE log.erased IS 'Keyed hashes of the installations that were erased, and nothing else of them.';
