-- Whether the server's time zone data are from 2024 or later. Tests one change: the east of Kazakhstan moved to UTC+5 on
-- 2024-03-01.
SELECT 'warning',
    'The server''s time zone data are from before 2024, so days of some zones begin at the wrong hour: update PostgreSQL, '
    'or tzdata if it uses the system''s, restart the server, and run `bellwether project --rebuild`.'
WHERE (timestamptz '2024-06-01 00:00:00Z' AT TIME ZONE 'Asia/Almaty') <> timestamp '2024-06-01 05:00:00'
