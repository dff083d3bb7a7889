-- Whether the server knows the time zone of the settings, and with the same rules as when days were computed: a dump
-- may have been restored on another server, or tzdata updated.
SELECT 'error', format(
    'The server does not know the time zone %s of the settings: install its time zone data (on Debian tzdata), or set '
    'another with `bellwether settings set time_zone NAME`.', settings.time_zone
)
FROM projection.settings
WHERE NOT EXISTS (SELECT FROM pg_timezone_names AS zone WHERE zone.name = settings.time_zone)
UNION ALL
SELECT 'warning', format(
    'The server''s time zone data have changed for %s since days were computed with them, so days may begin at the wrong '
    'hour: run `bellwether project --rebuild`.', settings.time_zone
)
FROM projection.settings
WHERE CASE
    WHEN EXISTS (SELECT FROM pg_timezone_names AS zone WHERE zone.name = settings.time_zone)
        THEN projection.zone_changes(settings.time_zone) <> settings.zone_changes
    ELSE false
END
