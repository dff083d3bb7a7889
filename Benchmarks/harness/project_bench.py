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
        self.nights, self.rebuilds = {}, {}

    def parts(self):
        """The parts that are wanted, in an order in which none spoils the next: its name, and what gives its table. What needs
        much memory, and so leaves nothing in the caches, comes last."""
        parts = {"histories": self.prepare, "reads": lambda: project_reads.section(self.longest),
                 "nights": self.nights_table, "late": self.late_table, "twenty": self.twenty_table,
                 "growth": self.growth_table, "anew": self.anew_table}
        return [(name, make) for name, make in parts.items() if name == "histories" or wants(self.options, name)]

    def prepare(self):
        """Makes the histories as they were before any night; where others are to compute everything anew, so do we, and
        what we get is kept for them."""
        for history in self.histories:
            say(f"making {history.database}")
            history.make()
            if wants(self.options, "anew"):
                self.rebuilds[history] = rebuild(history)
                dump_ours(history, empty_folder(ours_of(history)))
            else:
                history.bring_up()
            history.maintain()

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
        """Twenty nights on the longest history."""
        return project_growth.twenty_section(self.longest, Night(self.options.new[0]), measured_night)

    def growth_table(self):
        """Ninety small nights on a small history of its own."""
        small = History(self.longest.cluster, self.histories[0].events // 10)
        small.make()
        small.bring_up()
        return project_growth.growth_section(small, Night(self.options.new[0] // 30))

    def anew(self, history):
        """What computing everything anew takes on a history without its nights; peers must give the rows that ours gave."""
        say(f"making {history.database}")
        history.make()
        return {peer.name: recomputed(peer, history) for peer in peers() if wants(self.options, peer.name)}

    def anew_table(self):
        """What computing everything anew takes, beside a night, and the funnel alone."""
        night = Night(self.options.new[0], LATE)
        funnel_nights = self.funnel_nights(night)
        rows = []
        for history in self.histories:
            usual = [run.seconds for run in self.nights.get((history, night), [])]
            rows.append(["ours, project --rebuild", f"{history.events:,}", tables.number(self.rebuilds[history].seconds), ""])
            theirs = self.anew(history)
            rows += [[name, f"{history.events:,}", tables.number(its.seconds),
                      tables.number(its.seconds / statistics.median(usual)) if usual else ""] for name, its in theirs.items()]
        header = [title.format(night.events) for title in ANEW_HEADER]
        funnel = [[f"ours, a night of {night.events:,}", tables.with_spread(funnel_nights)]]
        funnel += [[f"{name}, anew", tables.number(its.funnel)] for name, its in theirs.items()]
        return (f"### Everything anew\n\n{tables.table(header, rows)}\n### The funnel alone\n\nOn {self.longest.events:,} "
                f"events.\n\n{tables.table(['', 'seconds'], funnel)}")

    def funnel_nights(self, night):
        """The seconds of the funnel's projection alone, night by night."""
        runs = []
        for _ in range(self.options.rounds):
            self.longest.append(night)
            runs.append(timed_project(self.longest, "--job", "journey").seconds)
            self.longest.project()
        return spread(runs)


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


def ours_of(history):
    """The name of the folder with our rows."""
    return f"results-ours-{history.events}"


def recomputed(peer, history):
    """What a peer's recomputation took, whose rows are those of ours."""
    peer.prepare(history)
    say(f"{peer.name} on {history.database}")
    folder = empty_folder("results-theirs")
    result = peer.run(history, folder)
    rows = compare(peer.name, folder.parent / ours_of(history), folder)
    say(f"    funnel {result.funnel:.1f} s, all {result.seconds:.1f} s; {rows:,} rows are ours'")
    return result
