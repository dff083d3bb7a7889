"""A database of the server, and the program running on it."""

import os
import subprocess

from . import programs
from .measure import BenchError


class Database:
    """A database that is kept between runs. Its comment says what it was made from."""

    def __init__(self, server, name):
        self.server, self.database = server, name
        self.environment = {"DATABASE_URL": server.url_of(name)}

    def create(self):
        """Recreates it, empty and migrated."""
        self.server.execute(
            "postgres", f"DROP DATABASE IF EXISTS {self.database}", f"CREATE DATABASE {self.database}")
        self.program("status", "--json")

    def is_made_of(self, source):
        """Returns whether it exists and was made from `source`."""
        return self.server.has(self.database) and source == self.value(
            "SELECT coalesce(shobj_description(oid, 'pg_database'), 'nothing') FROM pg_database "
            f"WHERE datname = '{self.database}'")

    def note(self, source):
        """Records in its comment what it was made from."""
        self.server.execute("postgres", f"COMMENT ON DATABASE {self.database} IS '{source}'")

    def program(self, *arguments):
        """Runs the program on the database, and returns its output."""
        result = subprocess.run([self.server.bellwether, *arguments], env={**os.environ, **self.environment},
                                capture_output=True, text=True)
        if result.returncode != 0:
            raise BenchError(f"bellwether {' '.join(arguments)} on {self.database}: {result.stderr[-2000:]}")
        return result.stdout

    def value(self, query):
        """Returns the single value of a query."""
        return self.server.execute(self.database, query)[0][0]

    def psql(self, path, **variables):
        """Runs a file with psql variables."""
        options = [option for name, value in variables.items() for option in ("-v", f"{name}={value}")]
        result = subprocess.run(
            programs.psql(self.server.url_of(self.database), *options, "-f", path), capture_output=True, text=True)
        if result.returncode != 0:
            raise BenchError(f"{path.name} on {self.database}: {result.stderr}")
