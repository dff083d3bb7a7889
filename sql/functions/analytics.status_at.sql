-- Returns the status and level of each installation at a time. Metrics: The journey of an installation (status at a
-- time). Reads projection.journey and the dictionaries.
CREATE OR REPLACE FUNCTION analytics.status_at(moment timestamptz)
RETURNS TABLE (
    app_id text,
    installation_id uuid,
    status text,
    is_reachable boolean,
    os_name text,
    os_version text,
    level text
)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100000 SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    app.app_id,
    journey.installation_id,
    journey.status[span.i]::text,
    metric.is_reachable(journey.status[span.i]),
    os.os_name,
    os.major || '.' || os.minor,
    metric.level(journey.status[span.i], substr(journey.levels, span.i, 1))
FROM projection.journey AS journey
CROSS JOIN LATERAL (SELECT width_bucket(moment, journey.status_from)) AS span (i)
INNER JOIN log.app ON app.app = journey.app
LEFT JOIN log.os ON os.os = journey.status_os[span.i]
WHERE span.i > 0
$$;
COMMENT ON FUNCTION analytics.status_at(timestamptz) IS
    'The status of each installation at a time, one row each: app_id, installation_id, status, is_reachable, os_name, '
    'os_version and level, as of its last permission event up to then. Installations without one by then have no row.';
