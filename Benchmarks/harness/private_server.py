"""The private server on which everything is measured, and what its processes have used."""

import json
import os
import pathlib
import subprocess
import time

from . import programs

RUN = "bench_run"


class PrivateServer:
    """The program's own embedded server, with its settings, in the cache folder.

    Only autovacuum is off, because it would run in some rounds and not in others.
    """

    def __init__(self, bellwether):
        self.bellwether = bellwether
        self.folder = programs.cache_folder() / "server"
        self.folder.parent.mkdir(parents=True, exist_ok=True)

    def __enter__(self):
        self._server("start")
        status = json.loads(self._server("status", "--json"))
        self.url, self.postmaster = status["connection"], status["pid"]
        self.execute("postgres", "ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()")
        return self

    def __exit__(self, *_):
        self.execute("postgres", f"DROP DATABASE IF EXISTS {RUN}")
        self._server("stop")

    def _server(self, verb, *options):
        command = [self.bellwether, "server", verb, "--data-dir", self.folder, *options]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def url_of(self, database):
        """Returns the connection string of a database of the server."""
        return self.url.replace("///bellwether?", f"///{database}?")

    def execute(self, database, *statements):
        """Runs statements, each in its own transaction, and returns the rows of all as lists of text."""
        commands = [option for statement in statements for option in ("-c", statement)]
        command = programs.psql(self.url_of(database), "-At", "-F", "\t", *commands)
        quiet = {**os.environ, "PGOPTIONS": "-c client_min_messages=warning"}
        result = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=quiet)
        return [line.split("\t") for line in result.stdout.splitlines() if line]

    def has(self, database):
        return bool(self.execute("postgres", f"SELECT 1 FROM pg_database WHERE datname = '{database}'"))

    def copy_database(self, source, target):
        """Creates a database by copying another's files; both are on disk afterwards."""
        self.execute("postgres", f"DROP DATABASE IF EXISTS {target}",
                     f"CREATE DATABASE {target} TEMPLATE {source} STRATEGY file_copy")

    def prepare(self, source):
        """Copies the state `source` into the database of the next run, and does a checkpoint, so that none is due."""
        self.copy_database(source, RUN)
        self.execute("postgres", "CHECKPOINT")

    def wal_position(self):
        return int(self.execute("postgres", "SELECT pg_current_wal_insert_lsn() - '0/0'")[0][0])

    def settle(self):
        """Waits until no server process serves a client: their CPU time is then counted in that of the postmaster."""
        for _ in range(200):
            if not any(b"[local]" in _read(f"/proc/{pid}/cmdline") for pid in self._children()):
                return
            time.sleep(0.02)
        raise RuntimeError("A client is still connected to the server.")

    def cpu_seconds(self):
        """Returns user and system time of all server processes, including those that have ended."""
        own = _stat(self.postmaster)
        ticks = sum(own[11:15]) + sum(sum(_stat(pid)[11:13]) for pid in self._children())
        return ticks / os.sysconf("SC_CLK_TCK")

    def _children(self):
        text = _read(f"/proc/{self.postmaster}/task/{self.postmaster}/children")
        return [int(pid) for pid in text.split()]

    def settings(self):
        """Returns the server's settings that decide durability and speed."""
        names = ("fsync", "synchronous_commit", "full_page_writes", "wal_level", "shared_buffers", "max_wal_size",
                 "checkpoint_timeout", "autovacuum")
        rows = self.execute("postgres", "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ("
                            + ", ".join(f"'{name}'" for name in names) + ") ORDER BY name")
        return ", ".join(" ".join(row) for row in rows)

    def version(self):
        return self.execute("postgres", "SHOW server_version")[0][0].split(" ")[0]


def _read(path):
    try:
        return pathlib.Path(path).read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _stat(pid):
    """Returns the fields of /proc/PID/stat after the name (zeros if the process is gone); 11 to 14 are the CPU times."""
    text = _read(f"/proc/{pid}/stat")
    fields = text.rpartition(b")")[2].split()
    return [0] * 15 if not fields else [0] + [int(field) for field in fields[1:15]]
