"""The states of the log that runs start from, as template databases of the server."""

from . import programs
from .database import Database

CHUNK = 500_000
SQL = programs.SOURCES / "sql"
COUNT = """SELECT
    (SELECT count(*) FROM log.engagement_event), (SELECT count(*) FROM log.permission_event),
    (SELECT coalesce(sum(uuid_hash(id)::bigint), 0) FROM log.engagement_event),
    (SELECT coalesce(sum(uuid_hash(id)::bigint), 0) FROM log.permission_event)"""


class States:
    """Template databases, and the counts of their rows."""

    def __init__(self, server, installations):
        self.server = server
        self.installations = installations
        self._held = {}

    def empty(self, months):
        """Makes a migrated log without events, with the partitions of the months; returns its name."""
        name = "bench_empty"
        Database(self.server, name).create()
        self._make_partitions(name, months)
        return name

    def history(self, events, months):
        """Makes a log with that many events of twelve months, once per schema; returns its name."""
        database = Database(self.server, f"bench_history_{events}")
        made_of = f"{_schema()} {self.installations}"
        if not database.is_made_of(made_of):
            self._make_history(database, events)
            database.note(made_of)
        self._make_partitions(database.database, months)
        return database.database

    def _make_history(self, database, events):
        self.server.copy_database("bench_empty", database.database)
        database.psql(SQL / "history_words.sql")
        for first in range(0, events, CHUNK):
            last = min(first + CHUNK, events) - 1
            database.psql(SQL / "history.sql", events=events, first=first, last=last, installations=self.installations)
        tables = ("log.engagement_event", "log.permission_event", "log.batch")
        self.server.execute(database.database, "SELECT setval('log.batch_id', (SELECT max(batch_id) FROM log.batch))",
                             *(f"VACUUM (FREEZE, ANALYZE) {table}" for table in tables))

    def variant(self, source, name, statements):
        """Makes a copy of a state with other indexes; returns its name."""
        self.server.copy_database(source, name)
        if statements:
            self.server.execute(name, *statements)
        return name

    def drop(self, name):
        self.server.execute("postgres", f"DROP DATABASE IF EXISTS {name}")
        self._held.pop(name, None)

    def added(self, source, database):
        """Returns what a database has beyond the state it was copied from: rows of both tables, and sums over their ids."""
        if source not in self._held:
            self._held[source] = self._count(source)
        added = [now - before for now, before in zip(self._count(database), self._held[source])]
        return tuple(added)

    def _count(self, database):
        return [int(value) for value in self.server.execute(database, COUNT)[0]]

    def _make_partitions(self, database, months):
        listed = ", ".join(f"'{month}-01'" for month in sorted(months))
        self.server.execute(database, f"SELECT log.make_partitions(ARRAY[{listed}]::date[])")


def _schema():
    """Returns the checksum of what a kept state was made by: migrations, functions and the history's own SQL."""
    files = [*sorted(programs.ROOT.glob("sql/migrations/*.sql")),
             programs.ROOT / "sql/functions/log.make_partitions.sql", *sorted(SQL.glob("history*.sql"))]
    return programs.checksum(files)
