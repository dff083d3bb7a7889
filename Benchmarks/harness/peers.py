"""The program and its peers: how each is run on a file, and which counts it must report."""

import json

from . import programs
from .measure import BenchError, run_on_server
from .private_server import RUN
from .rows import COLUMNS

OURS = "ours"


class Peer:
    """One way of storing a file. `note` says what it need not do or lacks."""

    def __init__(self, name, note, command, environment=None, check=None, wall=None):
        self.name, self.note = name, note
        self.command, self.environment = command, environment
        self.check = check or (lambda run: None)
        self.wall = wall

    def run(self, server):
        """Runs it on the prepared database, and checks its counts."""
        run = run_on_server(server, self.command, self.environment)
        self.check(run)
        if self.wall:
            run.seconds = self.wall(run)
        return run


def ours(server, file, name=OURS):
    """Returns the program itself, from NDJSON, as a process."""
    def check(run):
        report = json.loads(run.output)
        expect(name, file.expected(), {key: report[key] for key in file.expected()})
    return Peer(name, "from NDJSON, including everything",
                [server.bellwether, "ingest", file.path, "--json", "--quiet"],
                {"DATABASE_URL": server.url_of(RUN)}, check)


def binary_copy(server, rows, connections):
    """Returns the lower bound: parsed rows sent from memory."""
    many = "" if connections == 1 else f", {connections} connections"
    return Peer(f"binary COPY{many}", "parsed rows sent from memory by the C loader; reading them is not counted",
                [programs.cache_folder() / "copy_loader", server.url_of(RUN), str(connections), rows.binary,
                 COLUMNS["engagement"], COLUMNS["permission"]], wall=lambda run: float(run.output))


def text_copy(server, rows):
    return Peer("psql \\copy", "parsed rows as tab-separated text, the same transactions",
                programs.psql(server.url_of(RUN), "-f", rows.script))


def staged_json(server, file):
    psql = programs.psql(server.url_of(RUN), "-f", programs.SOURCES / "peers/stage_json.sql")
    return Peer("psql, json in SQL", "NDJSON without the bad lines; nothing validated; one transaction",
                ["sh", "-c", 'file=$1; shift; exec "$@" <"$file"', "sh", file.good, *psql])


def psycopg(server, file, python):
    def check(run):
        accepted, duplicates, rejected = map(int, run.output.split())
        expect("psycopg", (file.accepted, file.duplicates, file.rejected), (accepted, duplicates, rejected))
    return Peer("psycopg + orjson", "NDJSON, light validation, no quarantine; batches of 10,000",
                [python, programs.SOURCES / "peers/psycopg_ingest.py", server.url_of(RUN), file.path], check=check)


def expect(name, expected, found):
    """Raises an error if counts differ."""
    if expected != found:
        raise BenchError(f"{name}: expected {expected}, found {found}")
