"""Loads NDJSON into a table with the same key in a DuckDB file.

usage: duckdb_ingest.py DATABASE FILE; prints the number of rows before and after. Without FILE it only creates the
table; with `history N` instead of FILE it fills the table with N events.
"""

import json
import sys
from pathlib import Path

import duckdb

SCHEMA = json.loads((Path(__file__).parents[2] / "http/schemas/event.json").read_text())
TYPES = ", ".join(f"'{one['title']}'" for one in SCHEMA["oneOf"])

TABLE = """CREATE TABLE IF NOT EXISTS event (
    occurred_at TIMESTAMPTZ NOT NULL, effective_at TIMESTAMPTZ NOT NULL, received_at TIMESTAMPTZ NOT NULL,
    sent_at TIMESTAMPTZ, sequence BIGINT, app_id VARCHAR NOT NULL, os_name VARCHAR, os_version VARCHAR,
    app_version VARCHAR, device_model VARCHAR, locale VARCHAR, type VARCHAR NOT NULL, installation_id UUID NOT NULL,
    id UUID NOT NULL, data JSON, PRIMARY KEY (occurred_at, installation_id, id, app_id))"""

# Columns are read as text and cast with try_cast, because a bad line must not end the statement.
INGEST = """INSERT INTO event
SELECT occurred_at, CASE WHEN abs(epoch(received_at) - epoch(sent_at)) > 60
        THEN occurred_at + (received_at - sent_at) ELSE occurred_at END AS effective_at,
    received_at, sent_at, sequence, app_id, os.name, os.version, app_version, device_model, locale, type,
    installation_id, id, data
FROM (
    SELECT * REPLACE (
        try_cast(upper(occurred_at) AS TIMESTAMPTZ) AS occurred_at, try_cast(upper(sent_at) AS TIMESTAMPTZ) AS sent_at,
        try_cast(upper(received_at) AS TIMESTAMPTZ) AS received_at,
        try_cast(installation_id AS UUID) AS installation_id, try_cast(id AS UUID) AS id)
    FROM read_json(?, format = 'newline_delimited', ignore_errors = true, columns = {
        id: 'VARCHAR', type: 'VARCHAR', app_id: 'VARCHAR', installation_id: 'VARCHAR', occurred_at: 'VARCHAR',
        sent_at: 'VARCHAR', received_at: 'VARCHAR', sequence: 'BIGINT', os: 'STRUCT(name VARCHAR, version VARCHAR)',
        app_version: 'VARCHAR', device_model: 'VARCHAR', locale: 'VARCHAR', data: 'JSON'}))
WHERE id IS NOT NULL AND installation_id IS NOT NULL AND app_id IS NOT NULL AND received_at IS NOT NULL
    AND occurred_at >= TIMESTAMPTZ '2008-01-01 00:00:00Z'
    AND type IN (""" + TYPES + """)
    AND NOT (starts_with(type, 'provisional_') AND lower(os.name) IN ('ios', 'ipados')
        AND try_cast(split_part(os.version, '.', 1) AS INTEGER) < 12)
ON CONFLICT DO NOTHING"""

HISTORY = """INSERT INTO event
SELECT occurred_at, occurred_at, occurred_at + INTERVAL 2 SECOND, NULL, NULL, 'com.example.history', 'iOS', '17.4',
    '5.' || n % 7, 'iPhone' || n % 7, 'en_US', 'app_opened', md5_number('installation ' || n % 650000)::UUID,
    md5_number('event ' || n)::UUID, NULL
FROM (SELECT range AS n, TIMESTAMPTZ '2025-05-01 00:00:00Z' + to_microseconds(range * (31536000000000 // $count)) AS occurred_at
    FROM range($count))"""


def main(database, *arguments):
    connection = duckdb.connect(database)
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(TABLE)
    before = count(connection)
    if arguments[:1] == ("history",):
        connection.execute(HISTORY, {"count": int(arguments[1])})
    elif arguments:
        connection.execute(INGEST, [arguments[0]])
    connection.execute("CHECKPOINT")
    print(before, count(connection))


def count(connection):
    return connection.execute("SELECT count(*) FROM event").fetchone()[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
