-- Tables without a primary key whose rows are updated or deleted: a publication FOR ALL TABLES refuses both unless such
-- a table says how a row is found. Their unique keys can't say it, because they contain nulls. Run once, by the migrator,
-- as the owner.
ALTER TABLE log.delivery REPLICA IDENTITY FULL;
ALTER TABLE projection.delivery_cell REPLICA IDENTITY FULL;
ALTER TABLE analytics.weekly_digest REPLICA IDENTITY FULL;
ALTER TABLE analytics.target REPLICA IDENTITY FULL;
