"""Interleaved rounds: every peer once per round, starting with another one each time."""

import statistics
import sys

from .measure import BenchError
from .private_server import RUN


class Samples:
    """The runs of each peer, one per round."""

    def __init__(self):
        self.runs = {}

    def add(self, name, run):
        self.runs.setdefault(name, []).append(run)

    def spread(self, name, value):
        """Returns median, minimum and maximum of a value over the runs of one peer."""
        return spread([value(run) for run in self.runs[name]])

    def ratio(self, name, other):
        """Returns how many times as fast `name` was as `other`, round by round."""
        pairs = zip(self.runs[name], self.runs[other])
        return spread([theirs.seconds / its.seconds for its, theirs in pairs])


def spread(values):
    return statistics.median(values), min(values), max(values)


def rotated(items, turn):
    """Returns the items, starting with another one each turn."""
    start = turn % len(items)
    return items[start:] + items[:start]


def run_rounds(server, states, rounds, jobs):
    """Runs jobs (peer, state) in rounds; all peers on one state must leave the same rows in the log."""
    samples, expected = Samples(), {}
    for turn in range(rounds):
        for peer, state in rotated(jobs, turn):
            say(f"round {turn + 1} of {rounds}: {peer.name}")
            if state is not None:
                server.prepare(state)
            run = peer.run(server)
            say(f"    {run.seconds:.2f} s, server {run.server_cpu:.2f} s of CPU, {run.wal_bytes / 1e6:.0f} MB of WAL")
            samples.add(peer.name, run)
            if state is not None:
                _compare(peer, states.added(state, RUN), expected)
    return samples


def _compare(peer, added, expected):
    first = expected.setdefault("rows", added)
    if added != first:
        raise BenchError(f"{peer.name} left other rows in the log (counts and sums of ids): {added}, not {first}")


def say(text):
    """Prints progress to standard error."""
    print(text, file=sys.stderr, flush=True)
