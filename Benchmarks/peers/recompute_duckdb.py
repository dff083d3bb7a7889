"""The DuckDB peer of script/bench project: copies the log into its own database, and recomputes every table.

load DATABASE TABLE: appends rows, as CSV from standard input.
run DATABASE SQL FOLDER: runs the SQL, prints the seconds until the funnel and until everything was computed, and writes the
results as sorted CSV to the folder.
"""

import json
import sys
import time
from pathlib import Path

import duckdb

EVENT = json.loads((Path(__file__).parents[2] / "http/schemas/event.json").read_text())
TYPES = tuple(one["title"] for one in EVENT["oneOf"])
SCHEMA = f"""
CREATE TYPE event_type AS ENUM {TYPES};
CREATE TABLE engagement_event (
    effective_at TIMESTAMP, occurred_at TIMESTAMP, received_at TIMESTAMP, app INTEGER, os INTEGER, campaign INTEGER,
    type event_type, is_local BOOLEAN, installation_id UUID, id UUID, notification_id VARCHAR
);
CREATE TABLE permission_event (
    effective_at TIMESTAMP, occurred_at TIMESTAMP, received_at TIMESTAMP, app INTEGER, os INTEGER, app_version INTEGER,
    placement INTEGER, variant INTEGER, type event_type, status VARCHAR, delivery VARCHAR, installation_id UUID, id UUID
);
CREATE TABLE delivery (received_from TIMESTAMP, outcome VARCHAR, deliveries BIGINT);
CREATE TABLE loaded (position BIGINT);
"""


def connect(path):
    connection = duckdb.connect(path)
    if not connection.execute("SELECT 1 FROM information_schema.tables WHERE table_name = 'loaded'").fetchall():
        connection.execute(SCHEMA)
    return connection


def load(path, table):
    """Appends the rows from standard input."""
    connect(path).execute(f"COPY {table} FROM '/dev/stdin' (FORMAT csv, HEADER false)")


def run(path, sql, folder):
    """Recomputes and prints the times, which cover only the statements."""
    connection = connect(path)
    start = time.monotonic()
    for statement in connection.extract_statements(open(sql, encoding="utf-8").read()):
        connection.execute(statement)
        if "CREATE TEMPORARY TABLE result_opt_in " in statement.query:
            print(time.monotonic() - start)
    print(time.monotonic() - start)
    for (table,) in connection.execute("SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'result_%'").fetchall():
        connection.execute(f"COPY (SELECT * FROM {table} ORDER BY ALL) TO '{folder}/{table}.csv' (HEADER false)")


if __name__ == "__main__":
    {"load": load, "run": run}[sys.argv[1]](*sys.argv[2:])
