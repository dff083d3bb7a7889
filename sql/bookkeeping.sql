-- The tables in which the program records what it applied. Run before the migrations; may be run again at any time.
CREATE SCHEMA IF NOT EXISTS bellwether;

CREATE TABLE IF NOT EXISTS bellwether.migration (
    number integer PRIMARY KEY,
    applied_at timestamptz NOT NULL,
    path text NOT NULL,
    sha256 text NOT NULL
);

-- The SHA-256 of event_types.sql and all files that are replaced (types, functions, folds, views, grants): one row.
CREATE TABLE IF NOT EXISTS bellwether.objects (
    only_row boolean PRIMARY KEY CHECK (only_row),
    sha256 text NOT NULL
);

-- The functions, views, tables, indexes, sequences and constraints that the program created, to detect dropped or
-- changed ones.
CREATE TABLE IF NOT EXISTS bellwether.inventory (
    kind text NOT NULL,
    name text NOT NULL,
    definition_hash text NOT NULL, -- MD5 of the server's description of it
    server_major integer NOT NULL, -- version of that server; another one may describe the same object differently
    CONSTRAINT object_is_listed_once PRIMARY KEY (kind, name)
);
