"""Simulated logs with their projections as they are in the morning: yesterday's report was published, and what a day brought
has come in since. Databases that are kept between runs."""

import contextlib
import os
import subprocess

from . import programs
from .database import Database
from .measure import BenchError
from .rounds import say

DAYS, APPS, SEED = 120, 3, 11
RECEIVED = b'"received_at":"'
# Simulated days end with the first hours of 2026-05-01: what was received from here on came since yesterday's report.
SINCE, UNTIL = b"2026-04-30T04", b"2027"
COPY = programs.SOURCES / "sql/report_copy.sql"
LAST = "SELECT coalesce(max(position), 0) FROM log.batch"


class Morning(Database):
    """The log of so many installations, each engagement event `times` over: other notifications and opens of the same
    installations."""

    def __init__(self, cluster, installations, times=1):
        super().__init__(cluster, f"report_{installations}_{times}")
        self.installations, self.times = installations, times
        self.folder = programs.cache_folder() / self.database

    def make(self):
        """Makes it, unless it is there of the same SQL; functions and views are brought up to the program's."""
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
        self.cluster.execute(self.database, "VACUUM (FREEZE, ANALYZE)")
        self.note(_made_of())

    def _project(self, *options):
        """Brings the projections up, once what autovacuum would do is done."""
        say(f"{self.database}: projecting")
        self.cluster.execute(self.database, "VACUUM (ANALYZE)")
        self.program("project", "--quiet", *options)

    def report(self):
        """The arguments that publish a report."""
        return ["report", "--out", str(self.folder), "--keep", "2", "--quiet"]

    def events(self):
        """How many events the log holds."""
        return int(self.value("SELECT sum(accepted) FROM log.batch"))

    def _simulated(self):
        say(f"{self.database}: simulating {self.installations:,} installations")
        return subprocess.Popen(
            [self.cluster.bellwether, "simulate", "--quiet", "--installations", str(self.installations), "--days", str(DAYS),
             "--apps", str(APPS), "--seed", str(SEED)], stdout=subprocess.PIPE, bufsize=1 << 20)

    def _ingest(self, lines):
        """Ingests lines to their end."""
        ingest = subprocess.Popen(
            [self.cluster.bellwether, "ingest", "-", "--quiet"], env={**os.environ, **self.environment},
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=1 << 20)
        # It says itself what is wrong.
        with contextlib.suppress(BrokenPipeError), ingest.stdin:
            ingest.stdin.writelines(lines)
        if ingest.wait() != 0:
            raise BenchError(f"bellwether ingest into {self.database} ended with {ingest.returncode}.")

    def _multiply(self, after):
        """Copies the engagement events of the batches behind a position."""
        last = self.value(LAST)
        for seconds in range(1, self.times):
            say(f"{self.database}: copy {seconds} of {self.times - 1} of the batches behind {after}")
            self.psql(COPY, after=after, last=last, seconds=seconds)


def _split(lines):
    """The lines before the first one of today, and all from it on; the second only once the first are read."""
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
    """The hour at which a line was received; empty where it says none."""
    place = line.rfind(RECEIVED)
    return line[place + len(RECEIVED):][:len(SINCE)] if place >= 0 else b""


def _made_of():
    """What a kept log and its state were made by. The program brings the functions up."""
    files = [*programs.ROOT.glob("sql/migrations/*.sql"), *programs.ROOT.glob("sql/projections/*/*.sql"), COPY]
    return programs.checksum(sorted(files))
