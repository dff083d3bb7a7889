"""Measures what each index of the log costs: plain COPY of the same rows into tables with more and more indexes."""

from . import machine, peers, tables
from .private_server import PrivateServer
from .rounds import run_rounds, spread

HEADER = ["", "server CPU, µs/event", "times that of the empty log with only the key", "WAL, bytes/event", "seconds"]
# The indexes of a variant, and the statements that create the variant from the schema.
VARIANTS = {
    "only the key": ["DROP INDEX log.engagement_event_batch", "DROP INDEX log.permission_event_batch"],
    "the key and brin (batch_id), as in the schema": [],
    "the same and a b-tree (installation_id, effective_at), not in the schema": [
        "CREATE INDEX ON log.engagement_event (installation_id, effective_at)"],
}


def run(bellwether, options):
    """Prints the table of indexes without the rest of ingest."""
    from .ingest_bench import Prepared
    with PrivateServer(bellwether) as server:
        prepared = Prepared(server, options)
        print(machine.description(server, options.rounds) + section(prepared))


def section(prepared):
    """Returns the table: every state of the log with every set of indexes."""
    jobs = [_job(prepared, title, state, number) for title, (state, _) in prepared.sources.items()
            for number in range(len(VARIANTS))]
    samples = run_rounds(prepared.server, prepared.states, prepared.options.rounds, jobs)
    for _, state in jobs:
        if state.startswith("bench_index"):
            prepared.states.drop(state)
    rows = [_row(samples, peer.name, jobs[0][0].name, prepared.file.accepted) for peer, _ in jobs]
    return f"### What indexes cost\n\nBinary COPY of the parsed rows, one connection.\n\n{tables.table(HEADER, rows)}"


def _job(prepared, title, source, number):
    name, statements = list(VARIANTS.items())[number]
    state = source
    if statements:
        state = prepared.states.variant(source, f"bench_index_{number}_{source.removeprefix('bench_')}", statements)
    peer = peers.binary_copy(prepared.server, prepared.rows, 1)
    peer.name = f"{title}: {name}"
    return peer, state


def _row(samples, name, base, events):
    def cost(run):
        return run.server_cpu * 1e6 / events
    ratio = [run.server_cpu / first.server_cpu for run, first in zip(samples.runs[name], samples.runs[base])]
    return [
        name, tables.with_spread(samples.spread(name, cost)), tables.with_spread(spread(ratio)),
        tables.with_spread(samples.spread(name, lambda run: run.wal_bytes / events)),
        tables.with_spread(samples.spread(name, lambda run: run.seconds))]
