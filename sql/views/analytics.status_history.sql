-- The statuses that each installation went through, and when. Metrics: Status. Reads projection.journey and the
-- dictionaries. A condition on installation_id uses the key.
CREATE OR REPLACE VIEW analytics.status_history AS
SELECT
    app.app_id,
    journey.installation_id,
    span.span_from AS status_from,
    span.span_to AS status_to,
    span.span_status::text AS status,
    span.before::text AS status_before,
    os.os_name,
    os.major || '.' || os.minor AS os_version
FROM projection.journey AS journey
CROSS JOIN LATERAL metric.status_spans(journey.status_from, journey.status, journey.status_os) AS span
LEFT JOIN log.app ON app.app = journey.app
LEFT JOIN log.os ON os.os = span.os;
