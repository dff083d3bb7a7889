-- Rejected deliveries, without their bytes. Reads log.quarantine. A condition on received_at uses its index.
CREATE OR REPLACE VIEW analytics.quarantine AS
SELECT
    quarantine.quarantine_id,
    quarantine.received_at,
    quarantine.quarantined_at,
    quarantine.reason::text AS reason,
    analytics.reject_words(quarantine.detail) AS detail,
    quarantine.app_id,
    quarantine.installation_id,
    quarantine.source,
    quarantine.line,
    quarantine.byte_count,
    quarantine.state,
    quarantine.released_at,
    quarantine.discarded_at
FROM log.quarantine;
