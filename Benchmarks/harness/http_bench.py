"""script/bench http: events over HTTP, durable before the answer, compared with a collector that stores nothing."""

import contextlib
import dataclasses
import datetime
import os
import re
import shutil
import socket
import statistics
import subprocess
import time
import urllib.request

from . import machine, programs, tables
from .measure import BenchError
from .private_server import RUN, PrivateServer
from .rounds import rotated, say, spread
from .states import States

# Events per request, and connections.
LOADS = [(1, 128), (20, 64), (100, 16)]
SOAK_SHARE = 0.8
# The soak uses this many times the connections, so that the rate is kept when answers take longer.
SOAK_CONNECTIONS = 2
THREADS = 2
HEADER = ["events per request", "connections", "", "events/s", "p50, ms", "p99, ms", "server CPU, µs/event", "durable / stores nothing"]
UNITS = {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}


@dataclasses.dataclass
class Load:
    """What wrk measured: latencies in milliseconds; `cpu`: CPU seconds of collector and database."""
    events: int
    events_per_second: float
    median: float
    high: float
    cpu: float = 0


def run(bellwether, options):
    """Runs loads of all sizes on both collectors, and the soak."""
    if not _installed():
        raise BenchError("wrk is missing: install it (Debian: wrk), then run this again.")
    with PrivateServer(bellwether) as server:
        bench = Bench(server, programs.product("null-collector"), options)
        text = bench.table() + bench.soak()
        tables.publish("http", machine.description(server, options.rounds, f"wrk, {options.seconds} s per run, on the same cores. ") + text,
                       options.write)


class Bench:
    """The collectors, and the loads measured on them."""

    def __init__(self, server, null_collector, options):
        self.server, self.options = server, options
        self.empty = States(server, installations=1).empty(_months())
        self.collectors = {"durable": [server.bellwether, "serve", "--insecure-no-keys", "--quiet", "--log-level", "error", "--port"],
                           "stores nothing": [null_collector, server.url_of(RUN)]}
        self.samples = {}

    def table(self):
        """Runs all loads in rounds, and returns a table with a row for each load and collector."""
        jobs = [(collector, *load) for load in LOADS for collector in self.collectors]
        for turn in range(self.options.rounds):
            for job in rotated(jobs, turn):
                say(f"round {turn + 1} of {self.options.rounds}: {job}")
                self.samples.setdefault(job, []).append(self.load(*job))
        return tables.table(HEADER, [self._row(*job) for job in jobs])

    def load(self, collector, batch, connections, seconds=None, asked=0, watch=None):
        """Runs one load on a new log, `asked` events a second (0: as many as possible); checks that all are stored."""
        self.server.prepare(self.empty)
        with self._serving(collector) as (process, port):
            before = self._cpu(process)
            load = _wrk(port, batch, connections, seconds or self.options.seconds, asked, lambda: watch and watch(process))
            load.cpu = self._cpu(process) - before
            if collector == "durable":
                self._check(load)
        say(f"    {load.events_per_second:,.0f} events/s, p50 {load.median:.2f} ms, p99 {load.high:.2f} ms")
        return load

    def soak(self):
        """Runs the largest requests for long at a share of the maximum; returns the line with rates and memory over time."""
        batch, connections = LOADS[-1]
        most = statistics.median(load.events_per_second for load in self.samples["durable", batch, connections])
        memory = []
        say(f"soak of {self.options.soak} s")
        load = self.load("durable", batch, connections * SOAK_CONNECTIONS, self.options.soak, most * SOAK_SHARE,
                         lambda process: memory.append(_resident(process)))
        tenths = [statistics.median(part) for part in _tenths(memory)]
        return (f"\nSoak: {self.options.soak:,} s at {load.events_per_second:,.0f} events/s "
                f"({load.events_per_second / most:.0%} of the maximum), {load.events:,} events, no errors; p50 {tables.number(load.median)}"
                f" ms, p99 {tables.number(load.high)} ms; memory in each tenth of that time "
                f"{', '.join(f'{tenth / 1e6:.0f}' for tenth in tenths)} MB.\n")

    def _row(self, collector, batch, connections):
        runs = self.samples[collector, batch, connections]
        columns = [[run.events_per_second for run in runs], [run.median for run in runs], [run.high for run in runs],
                   [run.cpu / run.events * 1e6 for run in runs]]
        ratio = [its.events_per_second / other.events_per_second for its, other in zip(
            runs, self.samples["stores nothing", batch, connections])] if collector == "durable" else None
        return [str(batch), str(connections), collector, *(tables.with_spread(spread(values)) for values in columns),
                tables.with_spread(spread(ratio)) if ratio else ""]

    @contextlib.contextmanager
    def _serving(self, collector):
        port = _free_port()
        environment = {**os.environ, "DATABASE_URL": self.server.url_of(RUN)}
        process = subprocess.Popen([*self.collectors[collector], str(port)], env=environment, stdout=subprocess.DEVNULL)
        try:
            _await(port, process)
            yield process, port
        finally:
            process.terminate()
            process.wait()

    def _cpu(self, process):
        fields = open(f"/proc/{process.pid}/stat", "rb").read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + self.server.cpu_seconds()

    def _check(self, load):
        stored = int(self.server.execute(RUN, "SELECT coalesce(sum(accepted), 0) FROM log.batch")[0][0])
        if stored < load.events:
            raise BenchError(f"{load.events:,} events were acknowledged and {stored:,} are in the log.")


def _months():
    """Returns the months that the last 30 days touch, as `yyyy-MM`."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return sorted({f"{day:%Y-%m}" for day in (now - datetime.timedelta(days=30), now)})


def _tenths(values):
    """Splits the values into ten parts of about equal length, each with at least one value."""
    return [values[place * len(values) // 10:][:max(len(values) // 10, 1)] for place in range(10)]


def _wrk(port, batch, connections, seconds, asked, watch):
    """Runs wrk, and calls `watch` every second. Returns the load; fails if any request failed."""
    start = int(time.time() * 1000) & 0xFFFFFFFF
    rate = asked / batch / THREADS
    command = ["wrk", "-t", str(THREADS), "-c", str(connections), "-d", f"{seconds}s", "--latency", "--timeout", "30s", "-s",
               programs.SOURCES / "http.lua", f"http://127.0.0.1:{port}", "--", str(batch), str(start), str(rate)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while process.poll() is None:
        watch()
        time.sleep(1)
    output = process.stdout.read()
    wrong = re.search(r"(Socket errors:|Non-2xx).*", output)
    requests = re.search(r"(\d+) requests in ([\d.]+)(s|m)", output)
    if process.returncode or wrong or not requests:
        raise BenchError(f"wrk: {wrong.group(0) if wrong else output[-2000:]}")
    events = int(requests.group(1)) * batch
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)) * batch
    return Load(events, rate, _latency(output, "50%"), _latency(output, "99%"))


def _latency(output, percentile):
    value, unit = re.search(rf"{percentile}\s+([\d.]+)(us|ms|s|m)\b", output).groups()
    return float(value) * UNITS[unit]


def _resident(process):
    return int(open(f"/proc/{process.pid}/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _await(port, process):
    for _ in range(200):
        if process.poll() is not None:
            raise BenchError(f"{process.args[0]} ended with {process.returncode}.")
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return
        time.sleep(0.05)
    raise BenchError(f"{process.args[0]} does not listen.")


def _installed():
    if not shutil.which("wrk") and os.geteuid() == 0:
        for step in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "wrk"]):
            subprocess.run(["apt-get", *step], capture_output=True, stdin=subprocess.DEVNULL)
    return shutil.which("wrk")
