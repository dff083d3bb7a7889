-- Apps whose events no longer arrive, for `bellwether doctor`, without those whose keys are all revoked. $1: the present
-- time.
SELECT 'warning', format(
    'The app %s has sent no event since %s, and in the four weeks before that never paused longer than %s hours: see whether '
    'it still sends and whether its events are rejected (`bellwether quarantine list`), or, if it is given up, revoke its '
    'key (`bellwether keys`).',
    receipts.app_id, to_char(receipts.last_received_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    ceil(extract(epoch FROM receipts.longest_pause) / 3600)
)
FROM projection.app_receipts($1::timestamptz) AS receipts
WHERE receipts.is_silent
    AND (
        NOT EXISTS (SELECT FROM log.collector_key AS key WHERE key.app_id = receipts.app_id)
        OR EXISTS (SELECT FROM log.collector_key AS key WHERE key.app_id = receipts.app_id AND key.revoked_at IS NULL)
    )
ORDER BY receipts.app_id
