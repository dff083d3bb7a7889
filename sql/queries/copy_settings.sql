-- Gives the rebuild in projection_next the settings that are wanted.
INSERT INTO projection_next.settings (
    time_zone, zone_changes, conversion_window_seconds, open_window_seconds, influence_window_seconds
)
SELECT
    wanted.time_zone, projection.zone_changes(wanted.time_zone), wanted.conversion_window_seconds,
    wanted.open_window_seconds, wanted.influence_window_seconds
FROM projection.wanted_settings() AS wanted
