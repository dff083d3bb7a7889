-- The state of the quarantined deliveries with given ids. Reads log.quarantine. $1: ids; unknown ones return no row.
SELECT quarantine.quarantine_id, quarantine.state
FROM log.quarantine
WHERE quarantine.quarantine_id = ANY ($1::bigint[])
