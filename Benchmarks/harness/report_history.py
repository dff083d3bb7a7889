"""Simulated logs with their projections as on a morning: yesterday's report was published, and a day of events has come in
since. The databases are kept between runs."""

import contextlib
import os
import subprocess

from . import programs
from .database import Database
from .measure import BenchError
from .rounds import say

DAYS, APPS, SEED = 120, 3, 11
RECEIVED = b'"received_at":"'
# Simulated days end with the first hours of 2026-05-01. Events received from SINCE on came after yesterday's report.
SINCE, UNTIL = b"2026-04-30T04", b"2027"
COPY = programs.SOURCES / "sql/report_copy.sql"
LAST = "SELECT coalesce(max(position), 0) FROM log.batch"


class Morning(Database):
    """The log of a number of installations, with each engagement event `times` times: as other notifications and opens of
    the same installations."""

    def __init__(self, server, installations, times=1):
        super().__init__(server, f"report_{installations}_{times}")
        self.installations, self.times = installations, times
        self.folder = programs.cache_folder() / self.database

    def make(self):
        """Makes it, unless one made by the same SQL exists; `bellwether status` then updates functions and views."""
        if self.is_made_of(_made_of()):
            self.program("status", "--json")
            return
        self.create()
        with self._simulated() as simulated:
            yesterday, today = _split(simulated.stdout)
            self._ingest(yesterday)
            self._multiply(0)
            self._project("--rebuild")
            self.program(*self.report())
            last = self.value(LAST)
            self._ingest(today)
        if simulated.returncode != 0:
            raise BenchError(f"bellwether simulate ended with {simulated.returncode}.")
        self._multiply(last)
        self._project()
        self.server.execute(self.database, "VACUUM (FREEZE, ANALYZE)")
        self.note(_made_of())

    def _project(self, *options):
        """Brings the projections up to date, after doing what autovacuum would do."""
        say(f"{self.database}: projecting")
        self.server.execute(self.database, "VACUUM (ANALYZE)")
        self.program("project", "--quiet", *options)

    def report(self):
        """Returns the arguments that publish a report."""
        return ["report", "--out", str(self.folder), "--keep", "2", "--quiet"]

    def events(self):
        """Returns the number of events in the log."""
        return int(self.value("SELECT sum(accepted) FROM log.batch"))

    def _simulated(self):
        say(f"{self.database}: simulating {self.installations:,} installations")
        return subprocess.Popen(
            [self.server.bellwether, "simulate", "--quiet", "--installations", str(self.installations), "--days", str(DAYS),
             "--apps", str(APPS), "--seed", str(SEED)], stdout=subprocess.PIPE, bufsize=1 << 20)

    def _ingest(self, lines):
        """Ingests all lines."""
        ingest = subprocess.Popen(
            [self.server.bellwether, "ingest", "-", "--quiet"], env={**os.environ, **self.environment},
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=1 << 20)
        # If ingest fails it prints the error itself.
        with contextlib.suppress(BrokenPipeError), ingest.stdin:
            ingest.stdin.writelines(lines)
        if ingest.wait() != 0:
            raise BenchError(f"bellwether ingest into {self.database} ended with {ingest.returncode}.")

    def _multiply(self, after):
        """Copies the engagement events of the batches after a position."""
        last = self.value(LAST)
        for seconds in range(1, self.times):
            say(f"{self.database}: copy {seconds} of {self.times - 1} of the batches after {after}")
            self.psql(COPY, after=after, last=last, seconds=seconds)


def _split(lines):
    """Returns two iterators: the lines before the first one of today, and the rest; read the first one to its end first."""
    found = []

    def yesterday():
        for line in lines:
            if SINCE <= _received(line) < UNTIL:
                found.append(line)
                return
            yield line

    def today():
        yield from found
        yield from lines

    return yesterday(), today()


def _received(line):
    """Returns the beginning of a line's received_at, up to the hour; empty if it has none."""
    place = line.rfind(RECEIVED)
    return line[place + len(RECEIVED):][:len(SINCE)] if place >= 0 else b""


def _made_of():
    """Returns the checksum of the SQL that made a kept log and its state. The program updates functions itself."""
    files = [*programs.ROOT.glob("sql/migrations/*.sql"), *programs.ROOT.glob("sql/projections/*/*.sql"), COPY]
    return programs.checksum(sorted(files))
