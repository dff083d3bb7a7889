-- What the schema was made of when the program made it, so that what was dropped or changed since can be told. Run once, by the
-- migrator, as the owner. Reads nothing.
CREATE TABLE bellwether.inventory (
    kind text NOT NULL,
    name text NOT NULL,
    definition_hash text NOT NULL,
    server_major integer NOT NULL,
    CONSTRAINT object_is_listed_once PRIMARY KEY (kind, name)
);
COMMENT ON TABLE bellwether.inventory IS
    'The functions, views, tables, indexes and constraints of the program as its newest migration left them.';
COMMENT ON COLUMN bellwether.inventory.definition_hash IS 'MD5 of the text by which the server describes it.';
COMMENT ON COLUMN bellwether.inventory.server_major IS 'The major version of that server: another may describe it otherwise.';
