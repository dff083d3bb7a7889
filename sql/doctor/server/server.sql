-- Whether the server can store the schema at all, for `bellwether doctor`. Reads catalogues.
SELECT 'error', 'The server is a standby, which is read-only: connect to the primary.'
WHERE pg_is_in_recovery()
UNION ALL
SELECT 'error', 'The language plpgsql, which functions need, is missing: run CREATE EXTENSION plpgsql as a superuser.'
WHERE NOT EXISTS (SELECT FROM pg_language WHERE lanname = 'plpgsql')
UNION ALL
-- The server stops accepting writes at 2^31 minus 3 million.
SELECT 'error', format(
    'The database is %s transactions old and stops taking writes at 2,144 million: run VACUUM FREEZE in it, and '
    'find out why autovacuum did not.', age(database.datfrozenxid)
)
FROM pg_database AS database
WHERE database.datname = current_database() AND age(database.datfrozenxid) > 1500000000
