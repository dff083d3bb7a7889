-- The state of quarantined deliveries that somebody named. Reads log.quarantine. $1: ids; unknown ones have no row.
SELECT
    quarantine.quarantine_id,
    CASE
        WHEN quarantine.discarded_at IS NOT NULL THEN 'discarded'
        WHEN quarantine.released_at IS NOT NULL THEN 'released'
        ELSE 'held'
    END
FROM log.quarantine
WHERE quarantine.quarantine_id = ANY ($1::bigint[])
