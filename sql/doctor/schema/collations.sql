-- Whether the server's library sorts text as it did when the database was made, for `bellwether doctor`. After an upgrade
-- of the operating system it may not, and then indexes on text are out of order. Reads catalogues.
SELECT 'warning', format(
    'The server''s library now sorts text as version %s, but the database was made with version %s, so indexes on text may '
    'be out of order: as the owner of the database run REINDEX DATABASE %I; and ALTER DATABASE %I REFRESH COLLATION VERSION;',
    coalesce(sorted.actual, 'unknown'), sorted.recorded, sorted.datname, sorted.datname
)
FROM (
    SELECT
        own.datname,
        own.datcollversion AS recorded,
        pg_database_collation_actual_version(own.oid) AS actual
    FROM pg_database AS own
    WHERE own.datname = current_database()
) AS sorted
WHERE sorted.recorded IS NOT NULL AND sorted.actual IS DISTINCT FROM sorted.recorded
