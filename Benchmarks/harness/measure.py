"""One measured run of a program against the server."""

import dataclasses
import os
import subprocess

from . import programs


class BenchError(Exception):
    """A run that failed, or whose counts are wrong, so that its figures mean nothing."""


@dataclasses.dataclass
class Run:
    """What one run used, in seconds and bytes; `output` is its standard output."""
    seconds: float
    client_cpu: float
    peak_bytes: int
    output: str
    server_cpu: float = 0
    wal_bytes: int = 0


def run_program(command, environment=None):
    """Runs a program, measured from outside."""
    usage = programs.cache_folder() / "usage"
    result = subprocess.run(
        [programs.cache_folder() / "run_measured", usage, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})}, text=True)
    if result.returncode != 0:
        raise BenchError(f"{' '.join(map(str, command))[:300]} ended with {result.returncode}: {result.stderr[-2000:]}")
    seconds, cpu, kilobytes, _ = usage.read_text().split()
    return Run(float(seconds), float(cpu), int(kilobytes) * 1024, result.stdout)


def run_on_server(server, command, environment=None):
    """Like run_program, with what the server used. Waits until the client's connection has ended before reading that."""
    wal = server.wal_position()
    server.settle()
    cpu = server.cpu_seconds()
    run = run_program(command, environment)
    server.settle()
    run.server_cpu = server.cpu_seconds() - cpu
    run.wal_bytes = server.wal_position() - wal
    return run
