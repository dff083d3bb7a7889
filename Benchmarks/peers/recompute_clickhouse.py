"""The ClickHouse peer of script/bench project, as chdb: copies the log into its own tables, and recomputes from them.

load FOLDER TABLE: appends rows, as CSV from standard input.
run FOLDER SQL RESULTS: runs the SQL, prints the seconds until the funnel and until everything was computed, and writes the
results as CSV to the folder RESULTS.
"""

import sys
import time

from chdb import session

TYPES = ("prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
         "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened", "notification_sent",
         "notification_received", "notification_opened", "app_opened")
TYPE = "Enum8(" + ", ".join(f"'{name}' = {place}" for place, name in enumerate(TYPES, 1)) + ")"
TIMES = "effective_at DateTime64(6, 'UTC'), occurred_at DateTime64(6, 'UTC'), received_at DateTime64(6, 'UTC')"
# Sorted in the order in which the recomputation mostly reads.
SCHEMA = [
    f"""CREATE TABLE IF NOT EXISTS bench.engagement_event (
        {TIMES}, app Int32, os Nullable(Int32), campaign Nullable(Int32), type {TYPE}, is_local Bool, installation_id UUID,
        id UUID, notification_id Nullable(String)
    ) ENGINE = MergeTree ORDER BY (installation_id, app, effective_at)""",
    f"""CREATE TABLE IF NOT EXISTS bench.permission_event (
        {TIMES}, app Int32, os Int32, app_version Nullable(Int32), placement Nullable(Int32), variant Nullable(Int32),
        type {TYPE}, status Nullable(String), delivery Nullable(String), installation_id UUID, id UUID
    ) ENGINE = MergeTree ORDER BY (installation_id, app, effective_at)""",
    """CREATE TABLE IF NOT EXISTS bench.delivery (
        received_quarter DateTime64(6, 'UTC'), outcome String, deliveries Int64
    ) ENGINE = MergeTree ORDER BY received_quarter""",
]


def connect(folder):
    opened = session.Session(folder)
    opened.query("CREATE DATABASE IF NOT EXISTS bench")
    for statement in SCHEMA:
        opened.query(statement)
    opened.query("USE bench")
    return opened


def load(folder, table):
    """Appends the rows from standard input."""
    opened = connect(folder)
    columns = str(opened.query("SELECT arrayStringConcat(groupArray(name || ' ' || type), ', ') FROM (SELECT name, type FROM "
                               f"system.columns WHERE database = 'bench' AND table = '{table}' ORDER BY position)", "TSVRaw"))
    opened.query(f"INSERT INTO bench.{table} SELECT * FROM file('/dev/stdin', CSV, '{columns.strip().replace(chr(39), chr(39) * 2)}') "
                 "SETTINGS storage_file_read_method = 'read'")


def run(folder, sql, results):
    """Recomputes and prints the times, which cover only the statements."""
    opened = connect(folder)
    with open(sql, encoding="utf-8") as file:
        statements = [text.strip() for text in file.read().split(";\n") if text.strip()]
    start = time.monotonic()
    for statement in statements:
        opened.query(statement)
        if "CREATE OR REPLACE TABLE result_opt_in " in statement:
            print(time.monotonic() - start)
    print(time.monotonic() - start)
    names = str(opened.query("SELECT name FROM system.tables WHERE name LIKE 'result_%'", "TSV")).split()
    for name in names:
        opened.query(f"SELECT * FROM {name} INTO OUTFILE '{results}/{name}.csv' TRUNCATE FORMAT CSV")


if __name__ == "__main__":
    {"load": load, "run": run}[sys.argv[1]](*sys.argv[2:])
