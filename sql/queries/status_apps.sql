-- When the last event of each app was received, and whether the app has fallen silent, for `bellwether status`. $1: the
-- present time.
SELECT
    receipts.app_id,
    to_char(receipts.last_received_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    receipts.is_silent
FROM projection.app_receipts($1::timestamptz) AS receipts
ORDER BY receipts.app_id COLLATE "C"
