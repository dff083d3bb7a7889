-- What the HTTP collector asks the database for: the keys of its clients, and under which names Segment's calls come. Run
-- once, by the migrator, as the owner. Reads nothing.

-- Columns are ordered by alignment.
CREATE TABLE log.collector_key (
    collector_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    app_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    sha256 bytea NOT NULL,
    CONSTRAINT app_id_has_its_form CHECK (app_id ~ '^[A-Za-z0-9._-]{1,155}$'),
    CONSTRAINT hash_is_a_sha256 CHECK (octet_length(sha256) = 32)
);
COMMENT ON TABLE log.collector_key IS 'Keys with which clients send events over HTTP, each for one app.';
COMMENT ON COLUMN log.collector_key.last_used_at IS 'Known to about a minute; null if it was never used.';
COMMENT ON COLUMN log.collector_key.revoked_at IS 'From then on it opens nothing; null while it is valid.';
COMMENT ON COLUMN log.collector_key.name IS 'What it is for, in the words of whoever made it; empty for none.';
COMMENT ON COLUMN log.collector_key.sha256 IS 'SHA-256 of the 256 random bits of the key, which are stored nowhere.';

CREATE TABLE log.event_alias (
    name text COLLATE "C" PRIMARY KEY,
    type log.event_type NOT NULL
);
COMMENT ON TABLE log.event_alias IS
    'The type of event that a track call of Segment means by its event''s name. A type''s own name needs no row.';
INSERT INTO log.event_alias (name, type) VALUES
    ('Application Opened', 'app_opened'),
    ('Notification Permission Denied', 'prompt_denied'),
    ('Notification Permission Granted', 'prompt_granted'),
    ('Notification Permission Requested', 'prompt_shown'),
    ('Push Notification Opened', 'notification_opened'),
    ('Push Notification Received', 'notification_received'),
    ('Push Notification Tapped', 'notification_opened');
