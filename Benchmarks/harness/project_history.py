"""Logs of 36 months with their projections, to which nights are appended. The databases are kept between runs."""

import dataclasses
import datetime

from . import programs
from .database import Database
from .measure import BenchError
from .rounds import say

CHUNK, BATCH = 1_000_000, 10_000
DAYS = 1096
BEGINS, ENDS = "2023-05-01T00:00:00Z", "2026-05-01T00:00:00Z"
# Active installations began within this many days; half of an installation's events come in its first 45.
ALIVE_DAYS = 180
# A night of 300,000 events comes from about 100,000 of these installations, more often from younger ones.
NIGHT_POOL = 138_000
ANSWER_DAYS = 3
LATE = 0.02
SQL = programs.SOURCES / "sql"
# The statements for what autovacuum, which is off, would do by its default rules before the next projection.
DUE = """SELECT format('VACUUM (ANALYZE) %I.%I', schemaname, relname) FROM pg_stat_user_tables
    WHERE schemaname IN ('log', 'projection')
        AND (n_dead_tup > 50 + 0.2 * n_live_tup OR n_ins_since_vacuum > 1000 + 0.2 * n_live_tup)
    UNION ALL
    SELECT format('SELECT brin_summarize_new_values(%L)', class.oid::regclass)
    FROM pg_class AS class INNER JOIN pg_am AS am ON am.oid = class.relam
    WHERE class.relkind = 'i' AND am.amname = 'brin'"""


@dataclasses.dataclass(frozen=True)
class Night:
    """What one night appends: the number of events, and the share that is up to 30 days late."""
    events: int
    late: float = LATE


class History(Database):
    """A database with a log of `events` events, and what nights have appended since."""

    def __init__(self, server, events):
        super().__init__(server, f"project_{events}")
        self.events = events

    def make(self):
        """Makes the log without nights. Reuses a log that was made by the same SQL, and removes its nights."""
        if self.is_made_of(_made_of()):
            self.program("status", "--json")
            self._take_back_nights()
        else:
            self._make_log()

    def _make_log(self):
        self.create()
        self.psql(SQL / "project_words.sql")
        step = DAYS * 86_400 / self.events
        for first in range(-self.events, 0, CHUNK):
            say(f"{self.database}: {first + self.events:,} of {self.events:,} events done")
            self._append(first, min(first + CHUNK, 0) - 1, LATE, origin=-self.events, origin_at=BEGINS, step=step,
                         pool=int(self.events / 40 * ALIVE_DAYS / DAYS), answer_blocks=int(ANSWER_DAYS * 86_400 / step / 40))
        self.server.execute(self.database, "VACUUM (FREEZE, ANALYZE)")
        self.note(_made_of())

    def _take_back_nights(self):
        """Deletes the nights of an earlier run. The projections are then ahead of the log, and need a rebuild."""
        if self._appended() == 0:
            return
        say(f"{self.database}: removing {self._appended():,} events of earlier nights")
        last = self.events // BATCH
        self.server.execute(self.database, "DELETE FROM projection.checkpoint", *(
            f"DELETE FROM log.{table} WHERE batch_id > {last}"
            for table in ("engagement_event", "permission_event", "delivery", "batch")), "VACUUM (ANALYZE)")

    def bring_up(self):
        """Brings the projections up to date, by a rebuild if there are none or if they were made by other SQL."""
        try:
            self.project(*([] if self._is_projected() else ["--rebuild"]))
        except BenchError:
            self.project("--rebuild")

    def append(self, night):
        """Appends a night after the existing events: one day, in batches of 10,000."""
        first, days = self._appended(), self._nights()
        step = 86_400 / night.events
        self._append(first, first + night.events - 1, night.late, origin=first, step=step, pool=NIGHT_POOL,
                     origin_at=_day(days), answer_blocks=night.events // 40)
        self.maintain()

    def maintain(self):
        """Does what autovacuum would have done by now: vacuums and analyzes what is due, and summarizes BRIN indexes."""
        due = self.server.execute(self.database, DUE)
        self.server.execute(self.database, *(row[0] for row in due), "CHECKPOINT")

    def _append(self, first, last, late, **variables):
        batch = int(self.value("SELECT coalesce(max(position), 0) + 1 FROM log.batch"))
        self.psql(SQL / "project_events.sql", first=first, last=last, late=late, first_batch=batch, **variables)
        self.server.execute(self.database, "SELECT setval('log.batch_id', (SELECT max(batch_id) FROM log.batch))")

    def _appended(self):
        return int(self.value("SELECT sum(accepted) FROM log.batch")) - self.events

    def _nights(self):
        """Returns how many days the nights so far have covered."""
        return int(self.value(f"SELECT round(extract(epoch FROM max(committed_at) - timestamptz '{ENDS}') / 86400)"
                              " FROM log.batch"))

    def _is_projected(self):
        return self.value("SELECT count(*) FROM projection.checkpoint") != "0"

    def project(self, *options):
        """Runs `bellwether project` without measuring it."""
        return self.program("project", *options)


def _made_of():
    """Returns the checksum of the SQL that made a kept log. The program migrates its tables."""
    return programs.checksum(sorted(SQL.glob("project_*.sql")))


def _day(number):
    """Returns the beginning of a day after the history."""
    end = datetime.datetime.fromisoformat(ENDS.replace("Z", "+00:00"))
    return (end + datetime.timedelta(days=number)).isoformat()
