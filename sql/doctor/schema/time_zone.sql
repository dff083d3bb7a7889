-- Whether the server knows the time zone of the settings, for `bellwether doctor`. A dump may come to a server that does not.
SELECT 'error', format(
    'The server does not know the time zone %s of the settings: give it its time zone data (on Debian tzdata), or set '
    'another with `bellwether settings set time_zone NAME`.', settings.time_zone
)
FROM projection.settings
WHERE NOT EXISTS (SELECT FROM pg_timezone_names AS zone WHERE zone.name = settings.time_zone)
