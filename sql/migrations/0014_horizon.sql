-- What was received by a moment, and what after it, is found in the ledger without reading all of it: the horizon of every
-- table is. Run once, by the migrator, as the owner.
CREATE INDEX batch_latest_received_at ON log.batch (latest_received_at, position);

-- It comes again with the number of the system.
DROP FUNCTION IF EXISTS projection.opt_in(date, date, timestamptz, timestamptz);
