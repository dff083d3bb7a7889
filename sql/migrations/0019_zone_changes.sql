-- What the time zone was when days were computed with it. Run once, by the migrator, as the owner.
ALTER TABLE projection.settings ADD COLUMN zone_changes text;
COMMENT ON COLUMN projection.settings.zone_changes IS
    'What projection.zone_changes gave for the time zone when all days were computed with it; null before the first run.';
