-- What the program writes down about its own schema, before the migrations. May be run again at any time.
CREATE SCHEMA IF NOT EXISTS bellwether;

CREATE TABLE IF NOT EXISTS bellwether.migration (
    number integer PRIMARY KEY,
    applied_at timestamptz NOT NULL,
    path text NOT NULL,
    sha256 text NOT NULL
);

-- The SHA-256 of all functions, views and grants together: one row.
CREATE TABLE IF NOT EXISTS bellwether.objects (
    only_row boolean PRIMARY KEY CHECK (only_row),
    sha256 text NOT NULL
);

-- The functions, views, tables, indexes and constraints as the program left them, to find what was dropped or changed since.
CREATE TABLE IF NOT EXISTS bellwether.inventory (
    kind text NOT NULL,
    name text NOT NULL,
    definition_hash text NOT NULL, -- MD5 of the text by which the server describes it
    server_major integer NOT NULL, -- of that server: another major version may describe it otherwise
    CONSTRAINT object_is_listed_once PRIMARY KEY (kind, name)
);
