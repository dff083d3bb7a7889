-- Returns whether everything up to the head (latest position) of the ledger can be read. Always true on one server;
-- sql/citus replaces it, because a transaction on a cluster may be committed here and not yet on every node.
CREATE OR REPLACE FUNCTION log.is_readable() RETURNS boolean
LANGUAGE sql STABLE
AS $$ SELECT true $$;
