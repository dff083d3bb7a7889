-- It comes again with numbers in place of words. Run once, by the migrator, as the owner.
DROP FUNCTION IF EXISTS projection.opt_in(date, date, timestamptz, timestamptz);
