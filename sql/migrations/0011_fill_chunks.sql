-- What a rebuild has still to fill is a list of its own from here on (projection.make_generation), so that two sessions can
-- fill one projection. Run once, by the migrator, as the owner. A rebuild that is under way begins anew.
DROP SCHEMA IF EXISTS projection_next CASCADE;
ALTER TABLE projection.checkpoint DROP COLUMN fill, DROP COLUMN filled_to;
