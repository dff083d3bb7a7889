-- Returns the clock changes that the server knows for a time zone, 2015 through 2039, as text: the first day and each
-- day at whose 00:00 UTC the offset differs from the day before's, with the offset in minutes.
CREATE OR REPLACE FUNCTION projection.zone_changes(zone text) RETURNS text
LANGUAGE sql STABLE
AS $$
SELECT string_agg(format('%s %s', change.day, change.minutes), ', ' ORDER BY change.day)
FROM (
    SELECT
        midnight.at::date AS day,
        zone_offset.minutes,
        lag(zone_offset.minutes) OVER (ORDER BY midnight.at) AS minutes_before
    FROM generate_series(timestamp '2015-01-01', timestamp '2039-12-31', interval '1 day') AS midnight (at)
    CROSS JOIN LATERAL (
        SELECT extract(epoch FROM midnight.at AT TIME ZONE 'UTC' AT TIME ZONE zone_changes.zone - midnight.at)::integer / 60
    ) AS zone_offset (minutes)
) AS change
WHERE change.minutes IS DISTINCT FROM change.minutes_before
$$;
