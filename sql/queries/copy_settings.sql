-- Gives the rebuild in projection_next the settings that are wanted.
INSERT INTO projection_next.settings (
    time_zone, zone_changes, conversion_window_seconds, open_window_seconds, influence_window_seconds
)
SELECT
    wanted_settings.time_zone, projection.zone_changes(wanted_settings.time_zone),
    wanted_settings.conversion_window_seconds, wanted_settings.open_window_seconds,
    wanted_settings.influence_window_seconds
FROM projection.wanted_settings() AS wanted_settings
