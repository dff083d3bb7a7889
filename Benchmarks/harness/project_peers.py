"""Recomputes every table from the log in DuckDB, over its own tables."""

import csv
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

from . import programs
from .measure import BenchError, run_program
from .rounds import say

FOLDER = programs.SOURCES / "peers/recompute"
# Results in which fractions follow the whole numbers: how many columns to compare.
COMPARED = {"result_opt_in": 16, "result_quality": 5}
# What the peers' own tables contain of the log, in the order of their columns.
EXPORTS = {
    "engagement_event": "effective_at::timestamp, occurred_at::timestamp, received_at::timestamp, app, os, campaign, type, "
    "trigger IS NOT DISTINCT FROM 'local', installation_id, id, notification_id",
    "permission_event": "effective_at::timestamp, occurred_at::timestamp, received_at::timestamp, app, os, app_version, "
    "placement, variant, type, status, delivery, installation_id, id",
    "delivery": "received_from::timestamp, outcome, deliveries",
}


@dataclasses.dataclass(frozen=True)
class Recomputation:
    """Seconds until the opt-in funnel, the first table, was computed, and until everything was."""
    funnel: float
    seconds: float


class Embedded:
    """A database in a separate file or folder; a script copies the log into it and queries it."""

    def __init__(self, name, script, sql, packages):
        self.name = name
        self.script, self.sql = programs.SOURCES / "peers" / script, FOLDER / sql
        self.python = programs.scratch_python(packages)

    def prepare(self, history):
        """Loads the part of the log that its own tables lack."""
        mark = pathlib.Path(f"{self._path(history)}.position")
        held, head = int(mark.read_text()) if mark.exists() else 0, int(history.value("SELECT max(position) FROM log.batch"))
        if held == head:
            return
        say(f"loading {history.database} into {self.name}")
        mark.unlink(missing_ok=True)
        if held == 0 or held > head:
            self._remove(history)
            held = 0
        for table, columns in EXPORTS.items():
            self._load(history, table, columns, held)
        mark.write_text(str(head))

    def _load(self, history, table, columns, held):
        export = programs.psql(
            history.server.url_of(history.database), "-c",
            f"COPY (SELECT {columns} FROM log.{table} WHERE batch_id > {held}) TO STDOUT (FORMAT csv)")
        with subprocess.Popen(export, stdout=subprocess.PIPE, env={**os.environ, "PGTZ": "UTC"}) as rows:
            loaded = subprocess.run([self.python, self.script, "load", self._path(history), table], stdin=rows.stdout,
                                    capture_output=True, text=True)
        if rows.returncode or loaded.returncode:
            raise BenchError(f"{self.name}: {table} of {history.database} can't be loaded: {loaded.stderr[-2000:]}")

    def run(self, history, folder):
        """Recomputes, and writes the results to the folder; returns the time without the writing."""
        output = run_program([self.python, self.script, "run", self._path(history), self.sql, folder]).output
        return Recomputation(*map(float, output.split()))

    def _path(self, history):
        return programs.cache_folder() / f"{history.database}.{self.sql.stem}"

    def _remove(self, history):
        path = self._path(history)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def peers():
    """Returns all peers; one that can't be installed has no Python."""
    return [Embedded("DuckDB", "recompute_duckdb.py", "duckdb.sql", ["duckdb"])]


def results(statements):
    """Returns the names of the result tables that the SQL creates."""
    return re.findall(r"^CREATE TEMPORARY (?:TABLE|VIEW) (result_\w+)", statements, re.MULTILINE)


def dump_ours(history, folder):
    """Writes the same tables, from our projections, to the folder."""
    statements = (FOLDER / "ours.sql").read_text()
    copies = "".join(f"\\copy (SELECT * FROM {name}) TO '{folder}/{name}.csv' (FORMAT csv)\n" for name in results(statements))
    _psql(history, statements + copies)


def compare(name, ours, theirs):
    """Raises an error if a table of a peer has other rows than ours; returns how many rows were compared."""
    rows = 0
    for path in sorted(theirs.glob("result_*.csv")):
        expected, found = _rows(ours / path.name), _rows(path)
        if expected != found:
            differing = sorted(expected ^ found)
            raise BenchError(f"{name}: {path.stem} differs from ours in {len(differing)} rows, such as {differing[:2]}")
        rows += len(found)
    return rows


def empty_folder(name):
    """Creates an empty folder of that name in the cache."""
    folder = pathlib.Path(programs.cache_folder() / name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _rows(path):
    with path.open(newline="") as file:
        return {tuple(map(_plain, row[:COMPARED.get(path.stem)])) for row in csv.reader(file)}


def _plain(field):
    """Normalises a whole number."""
    try:
        return str(int(float(field)))
    except ValueError:
        return field


def _psql(history, script):
    command = programs.psql(history.server.url_of(history.database), "-At")
    result = subprocess.run(command, input=script, capture_output=True, text=True)
    if result.returncode != 0:
        raise BenchError(f"SQL on {history.database}: {result.stderr[-2000:]}")
    return result.stdout
