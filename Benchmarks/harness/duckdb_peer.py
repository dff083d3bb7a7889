"""DuckDB: a separate database file, copied for each run."""

import pathlib
import shutil

from . import programs
from .measure import run_program
from .peers import expect


class DuckDB:
    """The peer without a server: all it uses counts as the client's."""
    name = "DuckDB"
    note = "read_json into a separate file; no quarantine, no rows for identities, one thread per core"

    def __init__(self, python, file, history):
        self.script = [python, programs.SOURCES / "peers/duckdb_ingest.py"]
        self.file, self.history = file, history
        self.template = programs.cache_folder() / f"duckdb-{history}.db"
        self.database = programs.cache_folder() / "duckdb-run.db"

    def run(self, server):
        """Runs it on a copy of its state; the server is not used."""
        self._make_template()
        shutil.copyfile(self.template, self.database)
        run = run_program([*self.script, self.database, self.file.path])
        before, after = map(int, run.output.split())
        self.database.unlink()
        expect(self.name, self.file.accepted, after - before)
        return run

    def _make_template(self):
        if self.template.exists():
            return
        part = pathlib.Path(f"{self.template}.part")
        part.unlink(missing_ok=True)
        run_program([*self.script, part, *(["history", str(self.history)] if self.history else [])])
        part.rename(self.template)
