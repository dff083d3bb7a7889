-- The log: two append-only tables of events, their dictionaries (words stored as numbers), the ledger (one row per
-- batch), the quarantine, the keys of HTTP clients, and the records of erasure and retention.
-- Run once, by the migrator, as the owner, after event_types.sql, which made the schema and the enum of event types.
--
-- To stay portable to Citus, both event tables have installation_id in their keys, have no identity column, sequence
-- default, trigger or foreign key, and contain all values explicitly. Columns are ordered by alignment, 8 bytes first.

-- Words of the event format.
CREATE TYPE log.authorization_status AS ENUM (
    'unknown', 'not_determined', 'denied', 'authorized', 'provisional', 'ephemeral', 'gone'
);
CREATE TYPE log.kept_delivery AS ENUM ('prominent', 'quiet');
CREATE TYPE log.primer_answer AS ENUM ('accepted', 'declined', 'dismissed');
CREATE TYPE log.app_state AS ENUM ('foreground', 'background', 'not_running');
CREATE TYPE log.open_trigger AS ENUM ('push', 'local');
CREATE TYPE log.delivery_outcome AS ENUM ('accepted', 'duplicate', 'rejected');
CREATE TYPE log.reject_reason AS ENUM (
    'too_large', 'invalid_utf8', 'invalid_json', 'missing_field', 'invalid_field', 'unknown_type',
    'impossible_for_os', 'occurred_in_future', 'occurred_too_early', 'older_than_retention', 'erased'
);

-- Dictionaries. Numbers are given out in order of arrival and have no meaning, so never sort by them.
CREATE TABLE log.app (
    app integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id text COLLATE "C" NOT NULL,
    CONSTRAINT app_id_is_known_once UNIQUE (app_id)
);
CREATE TABLE log.os (
    os integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- A missing part of a version is 0.
    major smallint NOT NULL,
    minor smallint NOT NULL,
    patch smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    CONSTRAINT os_is_known_once UNIQUE (os_name, major, minor, patch)
);
-- App versions, device models, locales, placements, variants, experiments, campaigns and actions of events.
CREATE TABLE log.word (
    word integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text text COLLATE "C" NOT NULL,
    CONSTRAINT word_is_known_once UNIQUE (text)
);
-- Statistics would keep words that are deleted; the planner needs none of a unique column.
ALTER TABLE log.word ALTER COLUMN text SET STATISTICS 0;

-- Permission events: few per installation, kept for ever.
CREATE TABLE log.permission_event (
    occurred_at timestamptz NOT NULL, -- by the device's clock; part of the event's identity
    effective_at timestamptz NOT NULL, -- occurred_at, corrected at acceptance if the device's clock was wrong
    received_at timestamptz NOT NULL, -- when the collector, or without one the ingest, received this copy
    sent_at timestamptz,
    sequence bigint,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    os integer, -- null if an experiment_assigned or push_unregistered has none
    app_version integer,
    device_model integer,
    locale integer,
    placement integer,
    variant integer,
    experiment integer,
    type log.event_type NOT NULL,
    status log.authorization_status,
    delivery log.kept_delivery,
    answer log.primer_answer,
    settings smallint, -- bits 0 to 6: what is on; 7 to 13: of which is known whether; 14, 15: the alert style
    occurred_offset smallint NOT NULL, -- UTC offset of the device's clock, minutes east
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    data jsonb, -- members of the event's data that have no column; null if none
    CONSTRAINT permission_event_is_stored_once PRIMARY KEY (installation_id, occurred_at, id, app),
    -- Their types come before all types of engagement events.
    CONSTRAINT permission_types_only CHECK (type < 'notification_sent')
);
-- Rows are stored in the order of their batches, so a block range index finds the events of new batches.
CREATE INDEX permission_event_batch ON log.permission_event USING brin (batch_id)
    WITH (pages_per_range = 16, autosummarize = on);
-- Finds the assignments to arms of experiments, of which repeats count as if they had not been sent.
CREATE INDEX permission_event_assignment ON log.permission_event (installation_id, app)
    WHERE type = 'experiment_assigned';

-- Engagement events, partitioned by the UTC month of occurred_at. A permission event also has a row here, with only its
-- key and type, so that one primary key makes all events unique.
CREATE TABLE log.engagement_event (
    occurred_at timestamptz NOT NULL,
    effective_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    sent_at timestamptz,
    sequence bigint,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    os integer, -- null if a notification_sent has none
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
-- Events with a corrected clock may be in the partition of another month than that of effective_at; they are few.
CREATE INDEX engagement_event_corrected ON log.engagement_event (effective_at) WHERE effective_at <> occurred_at;

-- Ingested files, identified by their bytes. A file is done when its batch with is_last has committed.
CREATE TABLE log.source_file (
    source_file integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    claim integer NOT NULL, -- how often workers claimed it; only the latest claim may store batches
    size bigint NOT NULL,
    sample_hash bytea NOT NULL, -- XXH3 (128 bits) of its size and its first and last bytes, to look it up
    hash bytea, -- of all its bytes; null until it is done
    CONSTRAINT file_is_known_once UNIQUE (hash)
);
CREATE INDEX source_file_sample ON log.source_file (sample_hash);

CREATE SEQUENCE log.batch_id AS bigint;

-- The ledger: one row per committed batch, with its source and the outcomes of its deliveries. For a retry of the
-- quarantine the outcomes are 0, because nothing was delivered, and the lines are quarantine_ids.
CREATE TABLE log.batch (
    batch_id bigint PRIMARY KEY,
    position bigint NOT NULL, -- assigned last in the transaction, under the lock log.position_lock: gapless, in commit order
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
    engagement_months date[] NOT NULL, -- first days of the UTC months of its engagement events
    prefix_hash bytea, -- of a file's bytes up to end_offset: lines of a file that begins so are stored
    -- The apps of its accepted and duplicate deliveries, and for each the latest receipt.
    apps integer[] NOT NULL DEFAULT '{}',
    app_receipts timestamptz[] NOT NULL DEFAULT '{}',
    CONSTRAINT position_is_given_once UNIQUE (position),
    CONSTRAINT positions_begin_at_one CHECK (position > 0)
);
CREATE INDEX batch_source_file ON log.batch (source_file, end_offset) WHERE source_file IS NOT NULL;
-- Finds the latest receipt up to a time (a report's horizon) without reading the whole ledger.
CREATE INDEX batch_latest_received_at ON log.batch (latest_received_at, position);
-- Finds the end of the last completely ingested file of a path. On a hash, because a path can be too long for an index.
CREATE INDEX batch_ends_file ON log.batch (hashtextextended(source, 0), position)
    WHERE source_file IS NOT NULL AND is_last;

-- Deliveries by outcome and span of receipt. No day of any time zone begins within a span (Timestamp.startOfSpan).
CREATE TABLE log.delivery (
    batch_id bigint NOT NULL, -- in log.batch; the same function writes both
    received_from timestamptz NOT NULL, -- the beginning of the span
    deliveries bigint NOT NULL,
    outcome log.delivery_outcome NOT NULL,
    reason log.reject_reason,
    CONSTRAINT deliveries_are_counted_once UNIQUE (batch_id, received_from, outcome, reason),
    CONSTRAINT rejects_alone_have_a_reason CHECK ((outcome = 'rejected') = (reason IS NOT NULL))
);

-- Rejected deliveries, with their bytes as received. Equal bytes have as many rows as one batch contained copies, and
-- no more if they are delivered again; counted separately for each app whose key sent them, and for files.
CREATE TABLE log.quarantine (
    quarantine_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL,
    quarantined_at timestamptz NOT NULL,
    released_at timestamptz, -- when a retry accepted it; null: held or discarded
    discarded_at timestamptz, -- null: held or released
    batch_id bigint NOT NULL,
    line bigint NOT NULL, -- line of the source, from 1; in a JSON array the element's index, from 0
    byte_count bigint NOT NULL, -- the length as received
    copy integer NOT NULL, -- from 1; numbers equal lines of one batch with the same key_app_id
    reason log.reject_reason NOT NULL,
    line_hash uuid NOT NULL, -- the first 16 bytes of the SHA-256 of the first 64 KiB as received
    installation_id uuid,
    app_id text,
    key_app_id text COLLATE "C", -- over HTTP its key's app, which a retry must match; '': no key; null: file
    source text NOT NULL,
    detail text NOT NULL,
    bytes bytea NOT NULL, -- as received; only the first 64 KiB if it is too large; empty once discarded
    state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE
            WHEN discarded_at IS NOT NULL THEN 'discarded'
            WHEN released_at IS NOT NULL THEN 'released'
            ELSE 'held'
        END
    ) STORED, -- held: can still be retried; released: a retry accepted it; discarded: a user gave it up
    CONSTRAINT line_is_quarantined_once UNIQUE NULLS NOT DISTINCT (line_hash, byte_count, key_app_id, copy)
);
-- Without the id, so that equal times share an index entry: most of the cost of a reject is its index entries.
CREATE INDEX quarantine_received ON log.quarantine (received_at);

-- Keys with which clients send events over HTTP, each for one app.
CREATE TABLE log.collector_key (
    collector_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz, -- accurate to about a minute; null if never used
    revoked_at timestamptz, -- null while it is valid
    app_id text COLLATE "C" NOT NULL,
    name text NOT NULL, -- what it is for; may be empty
    sha256 bytea NOT NULL, -- of the key's 256 random bits, which are not stored
    CONSTRAINT app_id_has_its_form CHECK (app_id ~ '^[A-Za-z0-9._-]{1,155}$'),
    CONSTRAINT hash_is_a_sha256 CHECK (octet_length(sha256) = 32)
);

-- How much each key has put into the quarantine, so that no key can fill the disk. One row per key with rejects.
CREATE TABLE log.quarantine_use (
    collector_key bigint PRIMARY KEY, -- 0 for a collector without keys
    byte_count bigint NOT NULL, -- bytes that its rejects took on that day, rows and index entries included
    rejects_not_kept bigint NOT NULL, -- total of all days; over the daily limit rejects are only counted
    not_kept_at timestamptz, -- time of the last reject that was not kept
    day date NOT NULL -- UTC day of byte_count
);

-- Maps event names of Segment's track calls to event types. The name of a type itself needs no row. docs/clients.md says
-- which product uses which name.
CREATE TABLE log.event_alias (
    name text COLLATE "C" PRIMARY KEY,
    type log.event_type NOT NULL
);
INSERT INTO log.event_alias (name, type) VALUES
    ('Application Opened', 'app_opened'),
    ('Application Uninstalled', 'push_unregistered'),
    ('Mobile App Uninstalled', 'push_unregistered'),
    ('Notification Permission Denied', 'prompt_denied'),
    ('Notification Permission Granted', 'prompt_granted'),
    ('Notification Permission Requested', 'prompt_shown'),
    ('Push Bounced', 'push_unregistered'),
    ('Push Clicked', 'notification_opened'),
    ('Push Notification Bounced', 'push_unregistered'),
    ('Push Notification Opened', 'notification_opened'),
    ('Push Notification Received', 'notification_received'),
    ('Push Notification Sent', 'notification_sent'),
    ('Push Notification Tapped', 'notification_opened'),
    ('Push Opened', 'notification_opened'),
    ('Push Received', 'notification_received'),
    ('Push Sent', 'notification_sent'),
    ('iOS Foreground Push Opened', 'notification_received'),
    ('pushBounce', 'push_unregistered'),
    ('pushOpen', 'notification_opened'),
    ('pushSend', 'notification_sent'),
    ('pushUninstall', 'push_unregistered'),
    ('users.behaviors.Uninstall', 'push_unregistered'),
    ('users.messages.pushnotification.Bounce', 'push_unregistered'),
    ('users.messages.pushnotification.IosForeground', 'notification_received'),
    ('users.messages.pushnotification.Open', 'notification_opened'),
    ('users.messages.pushnotification.Send', 'notification_sent');

-- Which valid events the log refuses: one row, which writers read with each batch.
CREATE TABLE log.intake_rules (
    retained_from timestamptz, -- engagement events that occurred before are refused; null: none; never moves back
    erased_installations bigint NOT NULL, -- row count of log.erased; if it changes, writers reload the hashes
    words_dropped bigint NOT NULL, -- how often unused words were deleted; if it changes, writers look up all words again
    only_row boolean PRIMARY KEY,
    erasure_key bytea NOT NULL, -- HMAC key of the hashes in log.erased
    CONSTRAINT intake_rules_are_one_row CHECK (only_row),
    CONSTRAINT key_has_32_bytes CHECK (octet_length(erasure_key) = 32)
);
-- gen_random_uuid is cryptographically strong; 244 of the key's 256 bits are random.
INSERT INTO log.intake_rules (erased_installations, words_dropped, only_row, erasure_key)
SELECT 0, 0, true, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Erased installations, only as the HMAC-SHA-256 of the 16 bytes of their ids.
CREATE TABLE log.erased (
    installation_hash bytea PRIMARY KEY,
    erased_at timestamptz NOT NULL
);

-- The record of each erasure: when and how much, without ids.
CREATE TABLE log.erasure (
    erasure bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    erased_at timestamptz NOT NULL,
    installations bigint NOT NULL, -- number of installation_ids given
    permission_events bigint NOT NULL,
    engagement_events bigint NOT NULL,
    quarantined bigint NOT NULL -- rejected deliveries that contained one of the ids
);

-- Empty tables that serve as locks: any login can take an advisory lock, but a table's lock needs rights on the table.
CREATE TABLE log.writer_lock (); -- shared by all writers of the log; exclusive for erasure and retention
CREATE TABLE log.position_lock (); -- exclusive while a batch gets its position and commits; shared to read the latest one
CREATE TABLE log.partition_making (); -- exclusive for creating partitions
