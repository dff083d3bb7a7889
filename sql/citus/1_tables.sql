-- The tables that divide a database into parts: groups of shards that lie together. Run by the owner on the coordinator.
-- May be run twice.
CREATE SCHEMA IF NOT EXISTS parts;

-- One row for each part. part: an id that Citus places in the part's shards; shard: that of this table.
CREATE TABLE IF NOT EXISTS parts.part (part uuid PRIMARY KEY, shard bigint NOT NULL);

-- How far each part is computed, by generation (live, next) and projection. backfill_head: as in projection.checkpoint.
CREATE TABLE IF NOT EXISTS parts.checkpoint (
    position bigint NOT NULL,
    backfill_head bigint,
    part uuid NOT NULL,
    generation text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY (part, generation, name)
);

-- The chunks of a rebuild that a part has filled, by their turn.
CREATE TABLE IF NOT EXISTS parts.filled (turn integer NOT NULL, part uuid NOT NULL, PRIMARY KEY (part, turn));

-- An empty table of the coordinator that serves as a lock: exclusive for steps, shared by reports.
CREATE TABLE IF NOT EXISTS parts.lock ();

-- Copies, on each node, of what parts read of the coordinator's tables. parts.renew_copies() renews them.
CREATE TABLE IF NOT EXISTS parts.batch (
    batch_id bigint PRIMARY KEY,
    position bigint NOT NULL,
    latest_received_at timestamptz,
    engagement_months date[] NOT NULL
);
CREATE INDEX IF NOT EXISTS batch_position ON parts.batch (position);
CREATE INDEX IF NOT EXISTS batch_latest_received_at ON parts.batch (latest_received_at, position);
CREATE TABLE IF NOT EXISTS parts.settings (
    LIKE projection.settings,
    generation text COLLATE "C" PRIMARY KEY
);
CREATE TABLE IF NOT EXISTS parts.app (app integer PRIMARY KEY, app_id text COLLATE "C" NOT NULL);
CREATE TABLE IF NOT EXISTS parts.os (
    os integer PRIMARY KEY,
    major smallint NOT NULL,
    minor smallint NOT NULL,
    patch smallint NOT NULL,
    os_name text COLLATE "C" NOT NULL
);
CREATE TABLE IF NOT EXISTS parts.word (word integer PRIMARY KEY, text text COLLATE "C" NOT NULL);

-- One row once the database is distributed. is_divided: whether counts lie on the part whose rows they count, which a
-- rebuild does; sha256: of the SQL that the nodes have.
CREATE TABLE IF NOT EXISTS parts.state (
    only_row boolean PRIMARY KEY CHECK (only_row),
    is_distributed boolean NOT NULL,
    is_divided boolean NOT NULL,
    sha256 text NOT NULL
);
INSERT INTO parts.state (only_row, is_distributed, is_divided, sha256) VALUES (true, false, false, '') ON CONFLICT DO NOTHING;
