-- Returns the severity and sentence of the doctor's finding that no event was ever accepted; no row if one was.
SELECT
    CASE WHEN log.deliveries > 0 THEN 'warning' ELSE 'info' END,
    CASE
        WHEN log.deliveries > 0 THEN format(
            'The log has no events: all %s that were sent were rejected; `bellwether quarantine list` shows them and why.',
            log.deliveries
        )
        ELSE 'The log has no events yet: store some with `bellwether ingest` or `bellwether serve`.'
    END
FROM (
    SELECT
        coalesce(sum(batch.accepted), 0) AS accepted,
        coalesce(sum(batch.accepted + batch.duplicates + batch.rejected), 0) AS deliveries
    FROM log.batch
) AS log
WHERE log.accepted = 0
