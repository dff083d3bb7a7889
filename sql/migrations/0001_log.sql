-- The log: two append-only tables of events, their dictionaries, the ledger of batches, the quarantine, the keys of HTTP clients,
-- and what erasure and retention keep. Run once, by the migrator, as the owner.
--
-- Rules that keep it portable to Citus: installation_id is in the key of both big tables; they have no identity, sequence default,
-- trigger or foreign key; a row carries all its values explicitly. Columns are ordered by alignment: 8 bytes, 4, 2, then what
-- needs none.

CREATE SCHEMA log;

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
    -- A part of the version that was not given is 0.
    major smallint NOT NULL,
    minor smallint NOT NULL,
    patch smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    CONSTRAINT os_is_known_once UNIQUE (os_name, major, minor, patch)
);
-- App versions, device models, locales, placements, variants, campaigns and actions that events name.
CREATE TABLE log.word (
    word integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text text COLLATE "C" NOT NULL,
    CONSTRAINT word_is_known_once UNIQUE (text)
);

-- Events from prompt_shown to settings_opened: few for an installation, kept for ever.
CREATE TABLE log.permission_event (
    occurred_at timestamptz NOT NULL, -- the device's clock; part of the identity
    effective_at timestamptz NOT NULL, -- occurred_at, corrected for a wrong clock at acceptance
    received_at timestamptz NOT NULL, -- when a collector, else the ingest, received this copy
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
    occurred_offset smallint NOT NULL, -- minutes east of UTC of the device's clock
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    data jsonb, -- what the event's data held beyond the columns; null if nothing
    CONSTRAINT permission_event_is_stored_once PRIMARY KEY (installation_id, occurred_at, id, app),
    CONSTRAINT permission_types_only CHECK (type <= 'settings_opened')
);
-- Rows lie in the order of their batches, so a block range index finds what new batches touched.
CREATE INDEX permission_event_batch ON log.permission_event USING brin (batch_id)
    WITH (pages_per_range = 16, autosummarize = on);

-- Events from notification_sent to app_opened, in partitions by the UTC month of occurred_at. The identity of every permission
-- event has a row here too (with its type, without the rest), so that one key holds for all events.
CREATE TABLE log.engagement_event (
    occurred_at timestamptz NOT NULL,
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    sent_at timestamptz,
    sequence bigint,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    os integer, -- null if a notification_sent named none
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
-- Events with a corrected clock lie in other months than their effective time says; they are few.
CREATE INDEX engagement_event_corrected ON log.engagement_event (effective_at) WHERE effective_at <> occurred_at;

-- Files by their bytes. A file is done when a batch of it with is_last has committed.
CREATE TABLE log.source_file (
    source_file integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    claim integer NOT NULL, -- how often a worker claimed it; only the last one may store batches of it
    size bigint NOT NULL,
    sample_sha256 bytea NOT NULL, -- of its size, first and last bytes, by which it is found
    sha256 bytea, -- of its bytes as they were read; null until it is done
    CONSTRAINT file_is_known_once UNIQUE (sha256)
);
CREATE INDEX source_file_sample ON log.source_file (sample_sha256);

CREATE SEQUENCE log.batch_id AS bigint;

-- The ledger: one row for each committed batch, what it came from and what became of its deliveries. A retry of the quarantine
-- delivers nothing: it counts none, and its lines are quarantine_ids.
CREATE TABLE log.batch (
    batch_id bigint PRIMARY KEY,
    position bigint NOT NULL, -- given under the lock SEAL as the last act of the transaction: gapless, in commit order
    committed_at timestamptz NOT NULL,
    latest_received_at timestamptz, -- of its accepted and duplicate deliveries; null if all were rejected
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
    engagement_months date[] NOT NULL, -- first days of the UTC months in which it stored engagement events
    prefix_sha256 bytea, -- of a file's bytes up to end_offset: if it equals the file's own, the lines are contained
    CONSTRAINT position_is_given_once UNIQUE (position),
    CONSTRAINT positions_begin_at_one CHECK (position > 0)
);
CREATE INDEX batch_source_file ON log.batch (source_file, end_offset) WHERE source_file IS NOT NULL;
-- Finds what was received by a moment without reading the whole ledger: every report asks for its horizon.
CREATE INDEX batch_latest_received_at ON log.batch (latest_received_at, position);
-- Finds where the last file ended that was ingested whole from a path. By a hash: a path can be longer than an entry of an
-- index may be.
CREATE INDEX batch_ends_file ON log.batch (hashtextextended(source, 0), position)
    WHERE source_file IS NOT NULL AND is_last;

-- Deliveries by outcome, in quarters of an hour: the days of every time zone are made of whole ones.
CREATE TABLE log.delivery (
    batch_id bigint NOT NULL, -- a row of log.batch, which the same function writes
    received_quarter timestamptz NOT NULL,
    deliveries bigint NOT NULL,
    outcome log.delivery_outcome NOT NULL,
    reason log.reject_reason,
    CONSTRAINT deliveries_are_counted_once UNIQUE (batch_id, received_quarter, outcome, reason),
    CONSTRAINT rejects_alone_have_a_reason CHECK ((outcome = 'rejected') = (reason IS NOT NULL))
);

-- Rejected deliveries, with their bytes as received. The same bytes are kept as often as one batch held them, and no more when
-- they are delivered again: once for each app whose key they came with, and once from files.
CREATE TABLE log.quarantine (
    quarantine_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL,
    quarantined_at timestamptz NOT NULL,
    released_at timestamptz, -- when a retry accepted it; null while it is held or discarded
    discarded_at timestamptz, -- null while it is held or released
    batch_id bigint NOT NULL,
    line bigint NOT NULL, -- line of the source, from 1; in an array the element's index, from 0
    byte_count bigint NOT NULL, -- the length as received
    copy integer NOT NULL, -- which of several equal lines of its batch, with keys of one app, from 1
    reason log.reject_reason NOT NULL,
    line_hash uuid NOT NULL, -- the first 16 bytes of the SHA-256 of the first 64 KiB as received
    installation_id uuid,
    app_id text,
    key_app_id text COLLATE "C", -- over HTTP the app of its key, which binds a retry; '' without one; null: from a file
    source text NOT NULL,
    detail text NOT NULL,
    bytes bytea NOT NULL, -- as received; the first 64 KiB if it was too large, nothing if it was discarded
    state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE
            WHEN discarded_at IS NOT NULL THEN 'discarded'
            WHEN released_at IS NOT NULL THEN 'released'
            ELSE 'held'
        END
    ) STORED, -- a retry of what is held can release it; discarded: somebody gave it up
    CONSTRAINT line_is_quarantined_once UNIQUE NULLS NOT DISTINCT (line_hash, byte_count, key_app_id, copy)
);
-- Not unique, so that equal receipts share their entries: most of what a reject costs the server is its indexes.
CREATE INDEX quarantine_received ON log.quarantine (received_at);

-- Keys with which clients send events over HTTP, each for one app.
CREATE TABLE log.collector_key (
    collector_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz, -- known to about a minute; null if it was never used
    revoked_at timestamptz, -- null while it is valid
    app_id text COLLATE "C" NOT NULL,
    name text NOT NULL, -- what it is for; may be empty
    sha256 bytea NOT NULL, -- of the 256 random bits of the key, which are stored nowhere
    CONSTRAINT app_id_has_its_form CHECK (app_id ~ '^[A-Za-z0-9._-]{1,155}$'),
    CONSTRAINT hash_is_a_sha256 CHECK (octet_length(sha256) = 32)
);

-- What each key has put into the quarantine, so that no key can fill the disk: a row for each key whose events were rejected.
CREATE TABLE log.quarantine_use (
    collector_key bigint PRIMARY KEY, -- 0 for a collector without keys
    byte_count bigint NOT NULL, -- bytes that its rejects of the day took, with their rows and index entries
    rejects_not_kept bigint NOT NULL, -- on all days, since they exceeded the bound; they are only counted
    not_kept_at timestamptz, -- when the last of them came
    day date NOT NULL -- the day in UTC that byte_count is of
);

-- The type of event that a track call of Segment means by its event's name. A type's own name needs no row.
CREATE TABLE log.event_alias (
    name text COLLATE "C" PRIMARY KEY,
    type log.event_type NOT NULL
);
INSERT INTO log.event_alias (name, type) VALUES
    ('Application Opened', 'app_opened'),
    ('Notification Permission Denied', 'prompt_denied'),
    ('Notification Permission Granted', 'prompt_granted'),
    ('Notification Permission Requested', 'prompt_shown'),
    ('Push Notification Opened', 'notification_opened'),
    ('Push Notification Received', 'notification_received'),
    ('Push Notification Tapped', 'notification_opened');

-- What the log refuses although the event itself is valid: one row, which writers read with each batch.
CREATE TABLE log.refusal (
    retained_from timestamptz, -- engagement events with an earlier occurred_at are dropped; null: none; never goes back
    erased_installations bigint NOT NULL, -- how many log.erased holds: if it changed, writers read the hashes again
    only_row boolean PRIMARY KEY,
    erasure_key bytea NOT NULL, -- of the hashes in log.erased
    CONSTRAINT refusal_is_one_row CHECK (only_row),
    CONSTRAINT key_has_32_bytes CHECK (octet_length(erasure_key) = 32)
);
-- gen_random_uuid draws from the operating system's strong source: 244 of the 256 bits of the key are random.
INSERT INTO log.refusal (erased_installations, only_row, erasure_key)
SELECT 0, true, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- The installations that were erased: HMAC-SHA-256 of the 16 bytes of their ids, and nothing else of them.
CREATE TABLE log.erased (
    installation_hash bytea PRIMARY KEY,
    erased_at timestamptz NOT NULL
);

-- That an erasure took place: when and how much, never whose.
CREATE TABLE log.erasure (
    erasure bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    erased_at timestamptz NOT NULL,
    installations bigint NOT NULL, -- how many installation_ids were named
    permission_events bigint NOT NULL,
    engagement_events bigint NOT NULL,
    quarantined bigint NOT NULL -- how many rejected deliveries named one of them
);

-- Tables without rows, for their locks: an advisory lock could be taken by any login, a table's only by a role with rights on it.
CREATE TABLE log.gate (); -- shared by every writer of the log, exclusive for erasure and retention
CREATE TABLE log.seal (); -- exclusive while a batch gets its position, its last act; shared for reading the head
CREATE TABLE log.partition_making (); -- exclusive for making partitions
