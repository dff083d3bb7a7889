"""script/bench memory: the peak memory of an ingest, for a small and a large file."""

import json
import subprocess

from . import machine, peers, programs, tables
from .ingest_bench import SEED
from .measure import run_on_server
from .mixture import write
from .private_server import RUN, PrivateServer
from .rounds import Samples, rotated, say
from .states import States

MOST = 96
HEADER = ["", "lines", "peak, MB", "seconds"]


def run(bellwether, options):
    """Measures a small and a large file into an empty log."""
    with PrivateServer(bellwether) as server:
        files = [_simulated(bellwether, size) for size in (1_000_000, options.bytes)]
        state = States(server, installations=1).empty(["2026-01"])
        samples = _rounds(server, state, files, options.rounds)
        rows = [_row(samples, path, lines) for path, lines in files]
        text = machine.description(server, options.rounds) + tables.table(HEADER, rows)
        tables.publish("memory", text + f"\nThe limit is {MOST} MB.\n", options.write)


def _simulated(bellwether, size):
    """Makes a file of simulated events of at most `size` bytes; returns its path and number of lines."""
    path = programs.cache_folder() / f"simulated-{size}.ndjson"
    if not path.exists():
        say(f"making {path.name}")
        command = [bellwether, "simulate", "--quiet", "--days", "90", "--seed", str(SEED), "--installations"]
        simulated = subprocess.Popen([*command, str(size // 4_000 + 100)], stdout=subprocess.PIPE)
        write(path, _up_to(simulated.stdout, size))
        simulated.kill()
        simulated.wait()
    with path.open("rb") as file:
        return path, sum(1 for _ in file)


def _up_to(lines, size):
    for line in lines:
        size -= len(line)
        if size < 0:
            return
        yield line


def _rounds(server, state, files, rounds):
    samples = Samples()
    for turn in range(rounds):
        for path, lines in rotated(files, turn):
            say(f"round {turn + 1} of {rounds}: {path.name}")
            server.prepare(state)
            run = run_on_server(server, [server.bellwether, "ingest", path, "--json", "--quiet"],
                                {"DATABASE_URL": server.url_of(RUN)})
            report = json.loads(run.output)
            peers.expect(path.name, lines, report["accepted"] + report["duplicates"] + report["rejected"])
            peers.expect(path.name, report["accepted"], _stored(server))
            samples.add(path.name, run)
    return samples


def _stored(server):
    return int(server.execute(RUN, "SELECT count(*) FROM log.engagement_event")[0][0])


def _row(samples, path, lines):
    return [f"{path.stat().st_size / 1e6:,.0f} MB", f"{lines:,}",
            tables.with_spread(samples.spread(path.name, lambda run: run.peak_bytes / 1e6)),
            tables.with_spread(samples.spread(path.name, lambda run: run.seconds))]
