"""script/bench report: what a morning's report takes, and whether it takes longer with ten times the events."""

import dataclasses
import re

from . import machine, tables
from .measure import run_on_server
from .options import wants
from .private_server import PrivateServer
from .report_history import DAYS, Morning
from .rounds import rotated, say, spread

HEADER = ["", "installations", "events", "seconds", "program's peak, MB", "program's CPU, s", "server CPU, s"]
QUERY_HEADER = ["", "times", "planning, ms", "running, ms"]
# A statement of a report is named for the first function that it calls.
LOGGED = re.compile(r"LOG:  duration: ([\d.]+) ms  (parse|bind|execute) <unnamed>: (.*(?:\n\t.*)*)")
ASKED = re.compile(r"FROM (?:analytics|projection)\.(\w+)\(")
SETTING = "log_min_duration_statement"


def run(bellwether, options):
    """Measures the report of every wanted log, in rounds; or shows where its time goes, for the first log."""
    with PrivateServer(bellwether) as server:
        mornings = _mornings(server, options)
        for morning in mornings.values():
            morning.make()
            say(f"one report of {morning.database} that is not counted")
            morning.program(*morning.report())
        if "queries" in options.only:
            print(_queries(next(iter(mornings.values()))))
            return
        runs = _rounds(mornings, options.rounds)
        text = machine.description(server, options.rounds) + tables.table(
            HEADER, [_row(name, mornings[name], runs[name]) for name in mornings])
        tables.publish("report", text + _ratio(runs), options.write)


def _mornings(server, options):
    """Returns the wanted logs by name."""
    logs = {"whole": ("as simulated", Morning(server, options.installations)),
            "tenfold": ("the same with ten times the events", Morning(server, options.installations, times=10))}
    wanted = [name for name in logs if wants(options, name)] or ["whole"]
    return dict(logs[name] for name in wanted)


def _rounds(mornings, rounds):
    """Measures the report of each log in rounds."""
    runs = {name: [] for name in mornings}
    for turn in range(rounds):
        for name, morning in rotated(list(mornings.items()), turn):
            say(f"round {turn + 1} of {rounds}: {morning.database}")
            measured = run_on_server(
                morning.server, [morning.server.bellwether, *morning.report()], morning.environment)
            say(f"    {measured.seconds:.2f} s, {measured.peak_bytes / 1e6:.0f} MB")
            runs[name].append(measured)
    return runs


def _row(name, morning, runs):
    return [name, f"{morning.installations:,}", f"{morning.events():,}", *(
        tables.with_spread(spread([value(run) for run in runs])) for value in (
            lambda run: run.seconds, lambda run: run.peak_bytes / 1e6, lambda run: run.client_cpu,
            lambda run: run.server_cpu))]


def _ratio(runs):
    """Returns the sentence with the ratio of both logs' times, round by round."""
    if len(runs) < 2:
        return ""
    pairs = zip(runs["the same with ten times the events"], runs["as simulated"])
    ratio = spread([more.seconds / less.seconds for more, less in pairs])
    return (f"\n{DAYS} days of three apps. With ten times the events of the same installations it takes "
            f"{tables.with_spread(ratio)} times as long.\n")


@dataclasses.dataclass
class Query:
    """What the statements that call one function took, in milliseconds."""
    times: int = 0
    planning: float = 0
    running: float = 0


def _queries(morning):
    """Returns a table of where the server's time goes in one report, from the server's log of each statement."""
    log = morning.server.folder / "server.log"
    size = log.stat().st_size
    morning.server.execute("postgres", f"ALTER DATABASE {morning.database} SET {SETTING} = 0")
    try:
        morning.program(*morning.report())
        morning.server.settle()
    finally:
        morning.server.execute("postgres", f"ALTER DATABASE {morning.database} RESET {SETTING}")
    with log.open("rb") as file:
        file.seek(size)
        queries = _logged(file.read().decode())
    ordered = sorted(queries.items(), key=lambda item: -item[1].planning - item[1].running)
    rows = [[name, str(query.times), tables.number(query.planning), tables.number(query.running)] for name, query in ordered]
    total = [sum(query.planning for query in queries.values()), sum(query.running for query in queries.values())]
    rows.append(["total", str(sum(query.times for query in queries.values())), *map(tables.number, total)])
    return f"The queries of one report of {morning.database}, over two sessions:\n\n" + tables.table(QUERY_HEADER, rows)


def _logged(text):
    """Returns the statements of a server log by the function they call. Planning inside a function counts as running."""
    queries = {}
    for milliseconds, phase, statement in LOGGED.findall(text):
        asked = ASKED.search(statement)
        query = queries.setdefault(asked.group(1) if asked else "other statements", Query())
        if phase == "execute":
            query.times += 1
            query.running += float(milliseconds)
        else:
            query.planning += float(milliseconds)
    return queries
