"""script/bench project: what a night of new events costs the projections, on histories of different lengths, and what
computing everything anew costs: ours by a rebuild, and others by plain SQL."""

import statistics

from . import machine, project_growth, project_reads, tables
from .cluster import Cluster
from .measure import BenchError, run_on_cluster
from .options import wants
from .project_history import LATE, History, Night
from .project_peers import compare, dump_ours, empty_folder, peers
from .rounds import rotated, say, spread

NIGHT_HEADER = ["", "history", "seconds", "server CPU, s", "WAL, bytes/new event", "rows written/new event"]
ANEW_HEADER = ["", "history", "seconds", "times a night of {:,}"]
ROWS_WRITTEN = """SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables
    WHERE schemaname IN ('projection', 'projection_next')"""


def run(bellwether, options):
    """All parts that were asked for, in one run on the same events. What is done is written down at once; a part that fails
    costs its own figures, and the bench its status."""
    failed = []
    with Cluster(bellwether) as cluster:
        bench = Bench([History(cluster, events) for events in options.histories], options)
        done = []
        for name, make in bench.parts():
            say(f"--- {name}")
            try:
                done.append(make())
            except BenchError as error:
                say(f"script/bench: {name}: {error}")
                failed.append(name)
            text = machine.description(cluster, options.rounds) + "\n".join(filter(None, done))
            tables.write("project", text, options.write)
        print(text)
    if failed:
        raise BenchError(f"without figures: {', '.join(failed)}; the errors are above.")


class Bench:
    """The parts of the bench, which share the nights' measurements."""

    def __init__(self, histories, options):
        self.histories, self.options = histories, options
        self.longest = histories[-1]
        self.nights, self.recomputed = {}, {}

    def parts(self):
        """The parts that are wanted, in an order in which none spoils the next: its name, and what gives its table. What needs
        much memory, and so leaves nothing in the caches, comes last."""
        parts = {"histories": self.prepare, "reads": lambda: project_reads.section(self.longest),
                 "nights": self.nights_table, "late": self.late_table, "twenty": self.twenty_table,
                 "growth": self.growth_table, "anew": self.anew_table, "funnel": self.funnel_table}
        return [(name, make) for name, make in parts.items() if name == "histories" or wants(self.options, name)]

    def prepare(self):
        """Makes the histories as they were before any night."""
        for history in self.histories:
            say(f"making {history.database}")
            history.make()
            history.bring_up()

    def nights_table(self):
        """Nights of every size on every history."""
        rows = []
        for events in self.options.new:
            self.measure([(history, Night(events)) for history in self.histories])
            rows += [self.night_row(history, Night(events), f"{events:,} new events") for history in self.histories]
        shortest, night = self.histories[0], Night(self.options.new[0])
        ratio = self.ratio((self.longest, night), (shortest, night))
        return (f"### A night\n\n{tables.table(NIGHT_HEADER, rows)}\nOf {night.events:,} events it takes "
                f"{tables.with_spread(ratio)} times as long on the longest history as on the shortest.\n")

    def late_table(self):
        """Nights without late events and with many, on the longest history."""
        events = self.options.new[0]
        none, many = Night(events, 0), Night(events, 0.2)
        self.measure([(self.longest, none), (self.longest, many)])
        rows = [self.night_row(self.longest, none, "none late"), self.night_row(self.longest, many, "20 % late")]
        ratio = self.ratio((self.longest, many), (self.longest, none))
        return (f"### Late events\n\n{tables.table(NIGHT_HEADER, rows)}\n20 % late take {tables.with_spread(ratio)} times as "
                "long as none.\n")

    def measure(self, jobs):
        """Runs nights in rounds, each in another order, after one night on each history that fills the caches."""
        for history in dict.fromkeys(history for history, _ in jobs):
            say(f"one night that is not counted behind {history.events:,}")
            measured_night(history, Night(self.options.new[0]))
        for turn in range(self.options.rounds):
            for history, night in rotated(jobs, turn):
                say(f"round {turn + 1} of {self.options.rounds}: {night.events:,} events, {night.late:.0%} late, "
                    f"behind {history.events:,}")
                self.nights.setdefault((history, night), []).append(measured_night(history, night))

    def night_row(self, history, night, name):
        """A row of the nights' tables."""
        runs = self.nights[history, night]
        return [name, f"{history.events:,}", *(tables.with_spread(spread([value(run) for run in runs])) for value in (
            lambda run: run.seconds, lambda run: run.server_cpu, lambda run: run.wal_bytes / night.events,
            lambda run: run.rows_written / night.events))]

    def ratio(self, job, other):
        """How many times as long a job's nights took as another's, round by round."""
        return spread([its.seconds / theirs.seconds for its, theirs in zip(self.nights[job], self.nights[other])])

    def twenty_table(self):
        """Twenty nights on the shortest history."""
        return project_growth.twenty_section(self.histories[0], Night(self.options.new[0]), measured_night)

    def growth_table(self):
        """Ninety small nights on a small history of its own."""
        small = History(self.longest.cluster, self.histories[0].events // 10)
        small.make()
        small.bring_up()
        return project_growth.growth_section(small, Night(self.options.new[0] // 30))

    def anew(self, history):
        """Computes everything anew on a history without its nights, each in its way; peers must give the same rows."""
        say(f"making {history.database}")
        history.make()
        times = {"ours, project --rebuild": rebuild(history)}
        ours = empty_folder("results-ours")
        dump_ours(history, ours)
        for peer in peers():
            if wants(self.options, peer.name):
                times[peer.name] = recomputed(peer, history, ours)
        return times

    def anew_table(self):
        """What computing everything anew takes, beside a night."""
        night = Night(self.options.new[0], LATE)
        rows = []
        for history in self.histories:
            times = self.recomputed[history] = self.anew(history)
            usual = [run.seconds for run in self.nights.get((history, night), [])]
            rows += [[name, f"{history.events:,}", tables.number(its.seconds),
                      tables.number(its.seconds / statistics.median(usual)) if usual and "ours" not in name else ""]
                     for name, its in times.items()]
        header = [title.format(night.events) for title in ANEW_HEADER]
        return f"### Everything anew\n\n{tables.table(header, rows)}"

    def funnel_table(self):
        """What the funnel alone takes: a night of its projection, and others from the log."""
        night = Night(self.options.new[0])
        runs = []
        for _ in range(self.options.rounds):
            self.longest.append(night)
            runs.append(timed_project(self.longest, "--job", "journey").seconds)
            self.longest.project()
        rows = [[f"ours, a night of {night.events:,}", tables.with_spread(spread(runs))]]
        rows += [[f"{name}, anew", tables.number(its.funnel)] for name, its in self.recomputed.get(self.longest, {}).items()
                 if "ours" not in name]
        return f"### The funnel alone\n\nOn {self.longest.events:,} events.\n\n" + tables.table(["", "seconds"], rows)


def rebuild(history):
    """What a rebuild of all projections took."""
    say(f"rebuilding {history.database}")
    run = timed_project(history, "--rebuild")
    say(f"    {run.seconds:.1f} s")
    return run


def timed_project(history, *options):
    """Runs `bellwether project`, measured."""
    return run_on_cluster(
        history.cluster, [history.cluster.bellwether, "project", "--quiet", *options], history.environment)


def measured_night(history, night):
    """Appends a night, and brings the projections up with it."""
    history.append(night)
    before = int(history.value(ROWS_WRITTEN))
    run = timed_project(history)
    run.rows_written = int(history.value(ROWS_WRITTEN)) - before
    say(f"    {run.seconds:.2f} s, server {run.server_cpu:.2f} s of CPU, {run.rows_written / night.events:.2f} rows/event")
    return run


def recomputed(peer, history, ours):
    """What a peer's recomputation took, whose rows are those of ours."""
    peer.prepare(history)
    say(f"{peer.name} on {history.database}")
    folder = empty_folder("results-theirs")
    result = peer.run(history, folder)
    say(f"    funnel {result.funnel:.1f} s, all {result.seconds:.1f} s; {compare(peer.name, ours, folder):,} rows are ours'")
    return result
