-- The state of quarantined deliveries that somebody named. Reads log.quarantine. $1: ids; unknown ones have no row.
SELECT quarantine.quarantine_id, quarantine.state
FROM log.quarantine
WHERE quarantine.quarantine_id = ANY ($1::bigint[])
