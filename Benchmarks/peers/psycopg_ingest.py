"""Loads NDJSON into the log as a typical Python script would: orjson, light validation, COPY into staging, ON CONFLICT.

usage: psycopg_ingest.py URL FILE; prints "accepted duplicates rejected".
"""

import re
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from uuid import UUID

import orjson
import psycopg

BATCH = 10_000
SCHEMA = orjson.loads((Path(__file__).parents[2] / "http/schemas/event.json").read_bytes())
GROUPS = {one["title"]: one["x-group"] for one in SCHEMA["oneOf"]}
OS_NAMES = {name.lower(): name for name in
            ("iOS", "iPadOS", "tvOS", "watchOS", "visionOS", "macOS", "Android", "web")}
EARLIEST = datetime(2008, 1, 1, tzinfo=timezone.utc)
TOLERANCE, DAY = timedelta(seconds=60), timedelta(days=1)
NANOSECONDS = re.compile(r"(\.\d{6})\d+")
TABLES = {
    "engagement_event": "occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, "
        "device_model, locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id, "
        "notification_id, data",
    "permission_event": "occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, "
        "device_model, locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data"}
KEYS = {"engagement_event": "occurred_at, installation_id, id, app", "permission_event": "installation_id, occurred_at, id, app"}


def parse_time(text):
    if len(text) > 29:
        text = NANOSECONDS.sub(r"\1", text)
    time = datetime.fromisoformat(text.upper())
    if time.tzinfo is None:
        raise ValueError("no offset")
    return time


def field(value):
    """Returns a value in COPY's text format."""
    if value is None:
        return "\\N"
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def rest(data, *columns):
    left = {name: value for name, value in data.items() if name not in columns and value is not None}
    return orjson.dumps(left).decode() if left else None


class Words:
    """Replaces words by their numbers, with a cache; stores new words."""

    def __init__(self, connection):
        self.connection = connection
        self.known = {}

    def number(self, table, columns, *values):
        if values[0] is None or values[0] == "":
            return None
        key = (table, values)
        if key not in self.known:
            names, marks = ", ".join(columns), ", ".join(["%s"] * len(values))
            where = " AND ".join(f"{column} = %s" for column in columns)
            self.connection.execute(f"INSERT INTO log.{table} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING", values)
            self.known[key] = self.connection.execute(f"SELECT {table} FROM log.{table} WHERE {where}", values).fetchone()[0]
        return self.known[key]

    def word(self, text):
        return self.number("word", ("text",), text)


def rows_of(line, words):
    """Returns the rows of the two tables, the second None for an engagement event; raises an error if the event is invalid."""
    event = orjson.loads(line)
    kind, id, installation = event["type"], UUID(event["id"]), UUID(event["installation_id"])
    is_permission = GROUPS[kind] == "permission"
    occurred = parse_time(event["occurred_at"])
    sent = parse_time(event["sent_at"]) if event.get("sent_at") else None
    received = parse_time(event["received_at"])
    effective = occurred + (received - sent) if sent and abs(received - sent) > TOLERANCE else occurred
    if effective < EARLIEST or effective - received > DAY:
        raise ValueError("time")
    os, major = None, None
    if event.get("os"):
        parts = [int(part) for part in event["os"]["version"].split(" ")[0].split(".")] + [0, 0]
        name, major = OS_NAMES[event["os"]["name"].lower()], parts[0]
        os = words.number("os", ("os_name", "major", "minor", "patch"), name, *parts[:3])
        if kind.startswith("provisional_") and name in ("iOS", "iPadOS") and major < 12:
            raise ValueError("impossible for os")
    elif kind != "notification_sent":
        raise ValueError("no os")
    data = event.get("data") or {}
    app = words.number("app", ("app_id",), event["app_id"])
    offset = int(occurred.utcoffset().total_seconds() // 60)
    sequence = None if event.get("sequence") is None else int(event["sequence"])
    times = (occurred, effective, received, sent, sequence, 0, app)
    described = (os, words.word(event.get("app_version")), words.word(event.get("device_model")), words.word(event.get("locale")))
    if is_permission:
        return (
            (*times, *[None] * 6, kind, None, None, offset, installation, id, None, None),
            (*times, *described, words.word(data.get("placement")), words.word(data.get("variant")), kind,
             data.get("status"), data.get("delivery"), offset, installation, id,
             rest(data, "status", "delivery", "placement", "variant")))
    return (
        (*times, *described, words.word(data.get("campaign")), words.word(data.get("action")), kind,
         data.get("app_state"), data.get("trigger"), offset, installation, id, data.get("notification_id"),
         rest(data, "notification_id", "campaign", "action", "app_state", "trigger")), None)


def store(connection, table, rows):
    """Copies rows into staging and stores the new ones; returns how many were new."""
    columns = TABLES[table]
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY staged_{table} ({columns}) FROM STDIN") as copy:
            copy.write("".join("\t".join(map(field, row)) + "\n" for row in rows))
        cursor.execute(f"INSERT INTO log.{table} ({columns}) SELECT {columns} FROM staged_{table} "
                       f"ORDER BY {KEYS[table]} ON CONFLICT DO NOTHING")
        return cursor.rowcount


def ingest(connection, file):
    words = Words(connection)
    counts = {"accepted": 0, "duplicates": 0, "rejected": 0}
    for table in TABLES:
        connection.execute(f"CREATE TEMPORARY TABLE staged_{table} (LIKE log.{table}) ON COMMIT DELETE ROWS")
    connection.commit()

    def flush(rows):
        stored = store(connection, "engagement_event", [first for first, _ in rows])
        store(connection, "permission_event", [second for _, second in rows if second])
        connection.commit()
        counts["accepted"] += stored
        counts["duplicates"] += len(rows) - stored

    batch = []
    for line in file:
        try:
            batch.append(rows_of(line, words))
        except (ValueError, KeyError, TypeError, AttributeError):
            counts["rejected"] += 1
        if len(batch) == BATCH:
            flush(batch)
            batch = []
    flush(batch)
    return counts


if __name__ == "__main__":
    with psycopg.connect(sys.argv[1]) as connection, open(sys.argv[2], "rb") as file:
        print(*ingest(connection, file).values())
