"""script/bench odd: files of copies and of bad lines, against a plain file with the same number of lines."""

from . import machine, mixture, peers, tables
from .ingest_bench import SEED
from .odd_files import odd_files
from .private_server import RUN, PrivateServer
from .rounds import Samples, rotated, say
from .states import States

PLAIN = "plain file"
HEADER = ["", "seconds", "times that of the plain file", "accepted", "duplicates", "rejected", "peak, MB"]


def run(bellwether, options):
    """Measures each file on a log with another plain file, whose events the copies repeat."""
    with PrivateServer(bellwether) as server:
        say("making the files")
        held = mixture.mixture(bellwether, options.events, SEED)
        files = {PLAIN: mixture.mixture(bellwether, options.events, SEED + 1)}
        files |= odd_files(bellwether, options.events, SEED, SEED + 1)
        state = _holding(server, held)
        samples = _rounds(server, state, files, options.rounds)
        server.execute("postgres", f"DROP DATABASE {state}")
        head = machine.description(server, options.rounds, f"{options.events:,} lines per file. ")
        rows = [_row(samples, name, file) for name, file in files.items()]
        tables.publish("odd", head + tables.table(HEADER, rows), options.write)


def _holding(server, file):
    """Makes a state of the log that contains a file, and returns its name."""
    empty = States(server, installations=1).empty(file.months)
    server.prepare(empty)
    peers.ours(server, file).run(server)
    server.copy_database(RUN, "bench_holding")
    return "bench_holding"


def _rounds(server, state, files, rounds):
    samples = Samples()
    for turn in range(rounds):
        for name, file in rotated(list(files.items()), turn):
            say(f"round {turn + 1} of {rounds}: {name}")
            server.prepare(state)
            before = _stored(server)
            samples.add(name, peers.ours(server, file, name).run(server))
            found = [now - then for now, then in zip(_stored(server), before)]
            peers.expect(name, [file.accepted, file.rejected], found)
    return samples


def _stored(server):
    """Returns the numbers of events in the log and of rows in the quarantine."""
    return [int(value) for value in server.execute(
        RUN, "SELECT (SELECT count(*) FROM log.engagement_event), (SELECT count(*) FROM log.quarantine)")[0]]


def _row(samples, name, file):
    median, least, greatest = samples.ratio(PLAIN, name)
    return [
        name, tables.with_spread(samples.spread(name, lambda run: run.seconds)),
        "" if name == PLAIN else tables.with_spread((median, least, greatest)),
        f"{file.accepted:,}", f"{file.duplicates:,}", f"{file.rejected:,}",
        tables.number(samples.spread(name, lambda run: run.peak_bytes / 1e6)[2])]
