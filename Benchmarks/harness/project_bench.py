"""script/bench project: what a night of new events costs the projections, on histories of different lengths, and what
computing everything anew costs: ours by a rebuild, and others by plain SQL."""

import statistics

from . import machine, project_growth, project_reads, tables
from .cluster import Cluster
from .measure import run_on_cluster
from .options import wants
from .project_history import LATE, History, Night
from .project_peers import compare, dump_ours, empty_folder, peers
from .rounds import rotated, say, spread

NIGHT_HEADER = ["", "history", "seconds", "server CPU, s", "WAL, bytes/new event", "rows written/new event"]
ANEW_HEADER = ["", "history", "seconds", "times a night of {:,}"]
ROWS_WRITTEN = """SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables
    WHERE schemaname IN ('projection', 'projection_next')"""


def run(bellwether, options):
    """All parts that were asked for, in one run on the same events."""
    with Cluster(bellwether) as cluster:
        histories = [History(cluster, events) for events in options.histories]
        for history in histories:
            say(f"making {history.database}")
            history.make()
        bench = Bench(histories, options)
        text = machine.description(cluster, options.rounds) + "\n".join(bench.sections())
        tables.publish("project", text, options.write)


class Bench:
    """The parts of the bench, which share the nights' measurements."""

    def __init__(self, histories, options):
        self.histories, self.options = histories, options
        self.longest = histories[-1]
        self.nights = {}

    def sections(self):
        """The tables of the parts that are wanted, each with its heading."""
        parts = {"nights": self.nights_table, "late": self.late_table, "anew": self.anew_table,
                 "reads": lambda: project_reads.section(self.longest), "twenty": self.twenty_table,
                 "growth": self.growth_table}
        return [make() for name, make in parts.items() if wants(self.options, name)]

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
        """Runs nights in rounds, each in another order."""
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
        return project_growth.growth_section(small, Night(self.options.new[0] // 30))

    def anew_table(self):
        """Everything computed anew, on every history, after all nights; peers must give the same rows."""
        night = Night(self.options.new[0], LATE)
        rows = [row for history in self.histories for row in self.anew_rows(history, night)]
        header = [title.format(night.events) for title in ANEW_HEADER]
        return f"### Everything anew\n\n{tables.table(header, rows)}"

    def anew_rows(self, history, night):
        """A row for each way of computing everything anew on one history."""
        seconds = {"ours, project --rebuild": self.rebuild(history)} if wants(self.options, "rebuild") else {}
        ours = empty_folder("results-ours")
        dump_ours(history, ours)
        for peer in peers():
            if wants(self.options, peer.name):
                seconds[peer.name] = recomputed(peer, history, ours)
        usual = [run.seconds for run in self.nights.get((history, night), [])]
        return [[name, f"{history.events:,}", tables.number(value),
                 tables.number(value / statistics.median(usual)) if usual and "ours" not in name else ""]
                for name, value in seconds.items()]

    def rebuild(self, history):
        """Seconds of a rebuild of all projections."""
        say(f"rebuilding {history.database}")
        command = [history.cluster.bellwether, "project", "--rebuild", "--quiet"]
        return run_on_cluster(history.cluster, command, history.environment).seconds


def measured_night(history, night):
    """Appends a night, and brings the projections up with it."""
    history.append(night)
    before = int(history.value(ROWS_WRITTEN))
    run = run_on_cluster(history.cluster, [history.cluster.bellwether, "project", "--quiet"], history.environment)
    run.rows_written = int(history.value(ROWS_WRITTEN)) - before
    say(f"    {run.seconds:.2f} s, server {run.server_cpu:.2f} s of CPU, {run.rows_written / night.events:.2f} rows/event")
    return run


def recomputed(peer, history, ours):
    """Seconds of a peer's recomputation, whose rows are those of ours."""
    peer.prepare(history)
    say(f"{peer.name} on {history.database}")
    folder = empty_folder("results-theirs")
    seconds = peer.run(history, folder)
    say(f"    {seconds:.1f} s; {compare(peer.name, ours, folder):,} rows are ours'")
    return seconds
