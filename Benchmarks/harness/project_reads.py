"""Measures the reads of a report of 90 days."""

import re
import subprocess

from . import programs, tables
from .measure import BenchError
from .rounds import spread

TIMES = 7
READS = {
    "opens by day": "SELECT * FROM analytics.opens_daily(:'from_day', :'to_day', :'horizon')",
    "opens by campaign": "SELECT * FROM analytics.opens_by_campaign(:'from_day', :'to_day', :'horizon')",
    "reach by day": "SELECT * FROM analytics.reach_daily(:'from_day', :'to_day', :'horizon')",
    "activity by day": "SELECT * FROM analytics.activity_daily(:'from_day', :'to_day', :'horizon')",
    "opt-in funnel by OS": "SELECT * FROM analytics.opt_in_by_os(:'from_day', :'to_day', :'horizon')",
    "opt-in funnel by day": "SELECT * FROM analytics.opt_in_daily(:'from_day', :'to_day', :'horizon')",
    "data quality": "SELECT * FROM analytics.data_quality(:'from_day', :'to_day', :'horizon')",
}
RANGE = """SELECT analytics.horizon() AS horizon, stats.day(analytics.horizon()) - 90 AS from_day,
    stats.day(analytics.horizon()) - 1 AS to_day \\gset
"""


def section(history):
    """Returns the table of reads, in one session; the first read of each kind is not counted."""
    script = RANGE + "".join(f"\\echo read {name}\n{(query + ';' + chr(10)) * (TIMES + 1)}" for name, query in READS.items())
    command = programs.psql(history.server.url_of(history.database), "-o", "/dev/null")
    result = subprocess.run(command, input="\\timing on\n" + script, capture_output=True, text=True)
    if result.returncode != 0:
        raise BenchError(f"A read of {history.database}: {result.stderr[-2000:]}")
    rows = []
    for part in result.stdout.split("read ")[1:]:
        name, _, times = part.partition("\n")
        milliseconds = [float(time) for time in re.findall(r"Time: ([\d.]+) ms", times)][1:]
        rows.append([name, tables.with_spread(spread(milliseconds))])
    return (f"### Reads for 90 days\n\nOn {history.events:,} events, {TIMES} times in one session.\n\n"
            + tables.table(["", "milliseconds"], rows))
