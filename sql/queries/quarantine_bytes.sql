-- The stored bytes of one quarantined delivery. Reads log.quarantine. $1: its id.
SELECT quarantine.bytes
FROM log.quarantine
WHERE quarantine.quarantine_id = $1::bigint
