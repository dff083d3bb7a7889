-- The statuses that each installation went through, and when. Metrics: Status. Reads projection.journey_v1 and the
-- dictionaries. A condition on installation_id uses the key.
CREATE OR REPLACE VIEW analytics.status_history AS
SELECT
    app.app_id,
    journey.installation_id,
    span.status_from,
    span.status_to,
    span.status::text AS status,
    os.os_name,
    os.major || '.' || os.minor AS os_version
FROM projection.journey_v1 AS journey
CROSS JOIN LATERAL (
    SELECT
        journey.status_from[i] AS status_from,
        lead(journey.status_from[i]) OVER (ORDER BY i) AS status_to,
        journey.status[i] AS status,
        journey.status_os[i] AS os
    FROM generate_subscripts(journey.status, 1) AS i
    WHERE i = 1
        OR journey.status[i] <> journey.status[i - 1]
        OR journey.status_os[i] <> journey.status_os[i - 1]
) AS span
LEFT JOIN log.app ON app.app = journey.app
LEFT JOIN log.os ON os.os = span.os;
COMMENT ON VIEW analytics.status_history IS
    'One row per span in which an installation had one status and one OS version, patch included, without a gap from its '
    'first permission event on. Spans can be empty: find the next by lead() in order of status_from, status_to, not by a join.';
