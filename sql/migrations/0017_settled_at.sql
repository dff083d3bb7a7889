-- It comes again with the moments of the prompt and of its settling. Run once, by the migrator, as the owner.
DROP FUNCTION IF EXISTS projection.opt_in(date, date, timestamptz, timestamptz);
