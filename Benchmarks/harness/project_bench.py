"""script/bench project: what a night of new events costs the projections, on histories of different lengths, and what
recomputing everything costs: ours by a rebuild, others by plain SQL."""

import statistics

from . import machine, project_growth, project_reads, tables
from .measure import BenchError, run_on_server
from .options import wants
from .private_server import PrivateServer
from .project_history import LATE, History, Night
from .project_peers import compare, dump_ours, empty_folder, peers
from .rounds import rotated, say, spread

NIGHT_HEADER = ["", "history", "seconds", "server CPU, s", "WAL, bytes/new event", "rows written/new event"]
RECOMPUTE_HEADER = ["", "history", "seconds", "times a night of {:,}"]
ROWS_WRITTEN = """SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables
    WHERE schemaname IN ('projection', 'projection_next')"""


def run(bellwether, options):
    """Runs all wanted parts on the same events. Publishes after each part; a part that fails loses its figures, and makes the
    bench fail at the end."""
    failed = []
    with PrivateServer(bellwether) as server:
        bench = Bench([History(server, events) for events in options.histories], options)
        done = []
        for name, make in bench.parts():
            say(f"--- {name}")
            try:
                done.append(make())
            except BenchError as error:
                say(f"script/bench: {name}: {error}")
                failed.append(name)
            text = machine.description(server, options.rounds) + "\n".join(filter(None, done))
            tables.write("project", text, options.write)
        print(text)
    if failed:
        raise BenchError(f"without figures: {', '.join(failed)}; the errors are above.")


class Bench:
    """The parts of the bench, which share the measured nights."""

    def __init__(self, histories, options):
        self.histories, self.options = histories, options
        self.longest = histories[-1]
        self.nights, self.rebuilds = {}, {}

    def parts(self):
        """Returns the wanted parts: name, and function that returns its table. The order keeps parts from disturbing each
        other: those that need much memory and so empty the caches come last."""
        parts = {"histories": self.prepare, "reads": lambda: project_reads.section(self.longest),
                 "nights": self.nights_table, "late": self.late_table, "twenty": self.twenty_table,
                 "growth": self.growth_table, "recompute": self.recompute_table}
        return [(name, make) for name, make in parts.items() if name == "histories" or wants(self.options, name)]

    def prepare(self):
        """Makes the histories without nights. If peers are to recompute everything, also measures our rebuild, and keeps our
        results for comparison."""
        for history in self.histories:
            say(f"making {history.database}")
            history.make()
            if wants(self.options, "recompute"):
                self.rebuilds[history] = rebuild(history)
                dump_ours(history, empty_folder(ours_of(history)))
            else:
                history.bring_up()
            history.maintain()

    def nights_table(self):
        """Measures nights of every size on every history."""
        rows = []
        for events in self.options.new:
            self.measure([(history, Night(events)) for history in self.histories])
            rows += [self.night_row(history, Night(events), f"{events:,} new events") for history in self.histories]
        shortest, night = self.histories[0], Night(self.options.new[0])
        ratio = self.ratio((self.longest, night), (shortest, night))
        return (f"### A night\n\n{tables.table(NIGHT_HEADER, rows)}\nA night of {night.events:,} events takes "
                f"{tables.with_spread(ratio)} times as long on the longest history as on the shortest.\n")

    def late_table(self):
        """Measures nights without late events and with many, on the longest history."""
        events = self.options.new[0]
        none, many = Night(events, 0), Night(events, 0.2)
        self.measure([(self.longest, none), (self.longest, many)])
        rows = [self.night_row(self.longest, none, "none late"), self.night_row(self.longest, many, "20% late")]
        ratio = self.ratio((self.longest, many), (self.longest, none))
        return (f"### Late events\n\n{tables.table(NIGHT_HEADER, rows)}\nWith 20% late events a night takes "
                f"{tables.with_spread(ratio)} times as long as with none.\n")

    def measure(self, jobs):
        """Runs nights in rounds, each in another order, after one night on each history that fills the caches."""
        for history in dict.fromkeys(history for history, _ in jobs):
            say(f"one night that is not counted, after {history.events:,} events")
            measured_night(history, Night(self.options.new[0]))
        for turn in range(self.options.rounds):
            for history, night in rotated(jobs, turn):
                say(f"round {turn + 1} of {self.options.rounds}: {night.events:,} events, {night.late:.0%} late, "
                    f"after {history.events:,} events")
                self.nights.setdefault((history, night), []).append(measured_night(history, night))

    def night_row(self, history, night, name):
        """Returns a row of the tables of nights."""
        runs = self.nights[history, night]
        return [name, f"{history.events:,}", *(tables.with_spread(spread([value(run) for run in runs])) for value in (
            lambda run: run.seconds, lambda run: run.server_cpu, lambda run: run.wal_bytes / night.events,
            lambda run: run.rows_written / night.events))]

    def ratio(self, job, other):
        """Returns the ratio of the times of two jobs' nights, round by round."""
        return spread([its.seconds / theirs.seconds for its, theirs in zip(self.nights[job], self.nights[other])])

    def twenty_table(self):
        """Measures twenty nights on the longest history."""
        return project_growth.twenty_section(self.longest, Night(self.options.new[0]), measured_night)

    def growth_table(self):
        """Measures ninety small nights on a separate small history."""
        small = History(self.longest.server, self.histories[0].events // 10)
        small.make()
        small.bring_up()
        return project_growth.growth_section(small, Night(self.options.new[0] // 30))

    def recompute(self, history):
        """Measures the peers' recomputation on a history without its nights; their rows must equal ours."""
        say(f"making {history.database}")
        history.make()
        return {peer.name: recomputed(peer, history) for peer in peers() if wants(self.options, peer.name)}

    def recompute_table(self):
        """Returns the tables of recomputing everything, compared with a night, and of only the funnel."""
        night = Night(self.options.new[0], LATE)
        funnel_nights = self.funnel_nights(night)
        rows = []
        for history in self.histories:
            usual = [run.seconds for run in self.nights.get((history, night), [])]
            rows.append(["ours, project --rebuild", f"{history.events:,}", tables.number(self.rebuilds[history].seconds), ""])
            theirs = self.recompute(history)
            rows += [[name, f"{history.events:,}", tables.number(its.seconds),
                      tables.number(its.seconds / statistics.median(usual)) if usual else ""] for name, its in theirs.items()]
        header = [title.format(night.events) for title in RECOMPUTE_HEADER]
        funnel = [[f"ours, a night of {night.events:,}", tables.with_spread(funnel_nights)]]
        funnel += [[f"{name}, recomputed", tables.number(its.funnel)] for name, its in theirs.items()]
        return (f"### Recomputing everything\n\n{tables.table(header, rows)}\n### Only the funnel\n\nOn {self.longest.events:,} "
                f"events.\n\n{tables.table(['', 'seconds'], funnel)}")

    def funnel_nights(self, night):
        """Measures the seconds of only the funnel's projection, night by night."""
        runs = []
        for _ in range(self.options.rounds):
            self.longest.append(night)
            runs.append(timed_project(self.longest, "--job", "journey").seconds)
            self.longest.project()
        return spread(runs)


def rebuild(history):
    """Measures a rebuild of all projections."""
    say(f"rebuilding {history.database}")
    run = timed_project(history, "--rebuild")
    say(f"    {run.seconds:.1f} s")
    return run


def timed_project(history, *options):
    """Measures `bellwether project`."""
    return run_on_server(
        history.server, [history.server.bellwether, "project", "--quiet", *options], history.environment)


def measured_night(history, night):
    """Appends a night, and measures bringing the projections up to it."""
    history.append(night)
    before = int(history.value(ROWS_WRITTEN))
    run = timed_project(history)
    run.rows_written = int(history.value(ROWS_WRITTEN)) - before
    say(f"    {run.seconds:.2f} s, server {run.server_cpu:.2f} s of CPU, {run.rows_written / night.events:.2f} rows/event")
    return run


def ours_of(history):
    """Returns the name of the folder with our rows."""
    return f"results-ours-{history.events}"


def recomputed(peer, history):
    """Measures a peer's recomputation; fails if its rows differ from ours."""
    peer.prepare(history)
    say(f"{peer.name} on {history.database}")
    folder = empty_folder("results-theirs")
    result = peer.run(history, folder)
    rows = compare(peer.name, folder.parent / ours_of(history), folder)
    say(f"    funnel {result.funnel:.1f} s, all {result.seconds:.1f} s; {rows:,} rows equal ours")
    return result
