"""The DuckDB peer of script/bench project: keeps a database of its own up with the log, and recomputes every table.

load DATABASE: takes rows as CSV from the standard input into the table of the third argument.
run DATABASE SQL FOLDER: runs the SQL, says how many seconds it took until the funnel was there and until everything was, and
leaves the results as sorted CSV in the folder.
"""

import sys
import time

import duckdb

TYPES = ("prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
         "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened", "notification_sent",
         "notification_received", "notification_opened", "app_opened")
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
CREATE TABLE delivery (received_quarter TIMESTAMP, outcome VARCHAR, deliveries BIGINT);
CREATE TABLE loaded (position BIGINT);
"""


def connect(path):
    connection = duckdb.connect(path)
    if not connection.execute("SELECT 1 FROM information_schema.tables WHERE table_name = 'loaded'").fetchall():
        connection.execute(SCHEMA)
    return connection


def load(path, table):
    """Appends the rows of the standard input."""
    connect(path).execute(f"COPY {table} FROM '/dev/stdin' (FORMAT csv, HEADER false)")


def run(path, sql, folder):
    """Recomputes; the time is that of the statements alone."""
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
