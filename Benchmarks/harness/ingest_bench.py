"""script/bench ingest: one file, several ways into the log, empty and with a history."""

from . import decoder_bench, duckdb_peer, index_bench, machine, mixture, peers, programs, tables
from .options import wants
from .private_server import RUN, PrivateServer
from .rounds import run_rounds, say
from .rows import ParsedRows
from .states import States

SEED = 20260301
PACKAGES = {"psycopg + orjson": ["psycopg[binary]", "orjson"], "DuckDB": ["duckdb"]}
HEADER = ["", "seconds", "events/s", "ours is … times as fast", "server CPU, µs/event", "WAL, bytes/event",
          "client CPU, s", "client peak, MB"]


class Prepared:
    """The file, the states of the log and the parsed rows, which all parts share."""

    def __init__(self, server, options):
        self.server, self.options = server, options
        say("making the file")
        self.file = mixture.mixture(server.bellwether, options.events, SEED)
        self.states = States(server, installations=max(1, options.history // 15))
        months = self.file.months
        say("making the states of the log")
        self.sources = {"an empty log": (self.states.empty(months), 0)}
        if options.history:
            self.sources[f"a log of {options.history:,} events"] = (
                self.states.history(options.history, months), options.history)
        say("parsing the rows")
        server.prepare("bench_empty")
        peers.ours(server, self.file).run(server)
        self.rows = ParsedRows(server, RUN)


def run(bellwether, options):
    """Runs all parts: peers, indexes, decoders."""
    with PrivateServer(bellwether) as server:
        prepared = Prepared(server, options)
        parts, versions = _peer_tables(prepared)
        parts.append(index_bench.section(prepared))
        parts.append(decoder_bench.section(prepared.file, options.rounds))
        head = machine.description(
            server, options.rounds, f"{options.events:,} lines, {prepared.file.path.stat().st_size / 1e6:,.0f} MB, in "
            f"{prepared.rows.batches} transactions of ours. {versions}. ")
        tables.publish("ingest", head + "\n".join(parts), options.write)


def _peer_tables(prepared):
    wanted = {name: packages for name, packages in PACKAGES.items() if wants(prepared.options, name)}
    pythons = {name: programs.scratch_python(packages) for name, packages in wanted.items()}
    python = next(filter(None, pythons.values()), None)
    skipped = [name for name in PACKAGES if not pythons.get(name)]
    parts = [_peer_table(prepared, title, *source, pythons, skipped) for title, source in prepared.sources.items()]
    return parts, programs.package_versions(python) if python else "no Python peers"


def _peer_table(prepared, title, state, history, pythons, skipped):
    server, file = prepared.server, prepared.file
    say(f"into {title}")
    jobs = [(peer, state) for peer in (
        peers.ours(server, file), peers.binary_copy(server, prepared.rows, 1),
        peers.binary_copy(server, prepared.rows, 2), peers.text_copy(server, prepared.rows),
        peers.staged_json(server, file))]
    if pythons.get("psycopg + orjson"):
        jobs.append((peers.psycopg(server, file, pythons["psycopg + orjson"]), state))
    if pythons.get("DuckDB"):
        jobs.append((duckdb_peer.DuckDB(pythons["DuckDB"], file, history), None))
    jobs = [job for job in jobs if wants(prepared.options, job[0].name)]
    samples = run_rounds(server, prepared.states, prepared.options.rounds, jobs)
    rows = [_row(samples, peer, file, state is not None) for peer, state in jobs]
    rows += [[f"{name}: skipped"] + [""] * (len(HEADER) - 1) for name in skipped]
    notes = "".join(f"- {peer.name}: {peer.note}.\n" for peer, _ in jobs)
    return f"### Into {title}\n\n{tables.table(HEADER, rows)}\n{notes}"


def _row(samples, peer, file, is_server):
    seconds = samples.spread(peer.name, lambda run: run.seconds)

    def of_server(value, per):
        if not is_server:
            return ""
        return tables.with_spread(samples.spread(peer.name, lambda run: value(run) * per / file.accepted))
    return [
        peer.name, tables.with_spread(seconds), tables.number(file.lines / seconds[0]),
        "" if peer.name == peers.OURS else tables.with_spread(samples.ratio(peers.OURS, peer.name)),
        of_server(lambda run: run.server_cpu, 1e6), of_server(lambda run: run.wal_bytes, 1),
        tables.number(samples.spread(peer.name, lambda run: run.client_cpu)[0]),
        tables.number(samples.spread(peer.name, lambda run: run.peak_bytes / 1e6)[2]),
    ]
