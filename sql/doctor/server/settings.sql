-- Server settings that endanger the stored data or make it slow, for `bellwether doctor`. Reads pg_settings.
SELECT fault.severity, fault.sentence
FROM (
    VALUES
        (
            'fsync', 'off', 'error',
            'fsync is off, so a power cut can lose or corrupt all data: set fsync = on and restart the server.'
        ),
        (
            'full_page_writes', 'off', 'error',
            'full_page_writes is off, so a power cut can leave half-written pages: set full_page_writes = on and reload '
            'the server.'
        ),
        (
            'synchronous_commit', 'off', 'error',
            'synchronous_commit is off, so a power cut can lose events that were acknowledged: set it to on for the server, '
            'the database and its roles.'
        ),
        (
            'default_transaction_read_only', 'on', 'error',
            'default_transaction_read_only is on, so nothing can be written: set it to off for the database and its roles.'
        ),
        (
            'autovacuum', 'off', 'warning',
            'autovacuum is off, so tables grow and query plans get worse: set autovacuum = on and reload the server.'
        ),
        (
            'track_counts', 'off', 'warning',
            'track_counts is off, so autovacuum does nothing: set track_counts = on and reload the server.'
        )
) AS fault (name, value, severity, sentence)
INNER JOIN pg_settings AS setting ON setting.name = fault.name AND setting.setting = fault.value
ORDER BY fault.severity, fault.name
