-- Whether everything up to the head of the ledger can be read. Always on one PostgreSQL server; where the log is
-- distributed, transactions that are committed here and not yet everywhere make it false (sql/citus).
CREATE OR REPLACE FUNCTION log.settled() RETURNS boolean
LANGUAGE sql STABLE
AS $$ SELECT true $$;
