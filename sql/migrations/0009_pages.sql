-- What reports read with other columns than before. Run once, by the migrator, as the owner. Reads nothing.
DROP FUNCTION IF EXISTS projection.key_numbers(date, date, timestamptz, integer);
