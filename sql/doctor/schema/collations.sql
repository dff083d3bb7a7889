-- Whether the server's library sorts text as it did when the database was made, for `bellwether doctor`. After an upgrade
-- of the operating system it may not, and then indexes on text are out of order. Reads catalogues.
SELECT 'warning', format(
    'The server''s library now sorts text as version %s, but the database was made with version %s, so indexes on text may '
    'be out of order: as the owner of the database run REINDEX DATABASE %I; and ALTER DATABASE %I REFRESH COLLATION VERSION;',
    coalesce(collation_version.actual, 'unknown'), collation_version.recorded, collation_version.datname,
    collation_version.datname
)
FROM (
    SELECT
        database.datname,
        database.datcollversion AS recorded,
        pg_database_collation_actual_version(database.oid) AS actual
    FROM pg_database AS database
    WHERE database.datname = current_database()
) AS collation_version
WHERE collation_version.recorded IS NOT NULL AND collation_version.actual IS DISTINCT FROM collation_version.recorded
