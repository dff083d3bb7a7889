"""Measures many nights: whether later ones take longer, and whether tables grow larger than after a rebuild."""

import statistics

from . import tables
from .rounds import say

NIGHTS, FIRST, LAST = 20, slice(1, 4), slice(17, 20)
STEPS = 90
SIZES = """SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables
    WHERE schemaname = 'projection' AND n_live_tup > 0 ORDER BY 2 DESC"""


def twenty_section(history, night, measured_night):
    """Runs twenty nights; returns the table with the seconds of early and late ones."""
    runs = []
    for number in range(NIGHTS):
        say(f"night {number + 1} of {NIGHTS}, {night.events:,} events after {history.events:,}")
        runs.append(measured_night(history, night))
    early, late = (statistics.median(run.seconds for run in runs[part]) for part in (FIRST, LAST))
    return ("### Twenty nights\n\n" + tables.table(
        ["", "history", "nights 2–4, seconds", "nights 18–20, seconds", "ratio"],
        [[f"{night.events:,} new events", f"{history.events:,}", tables.number(early), tables.number(late),
          tables.number(late / early)]]) + "\nMedians of three.\n")


def growth_section(history, night):
    """Returns the table with the sizes of the tables after many nights and after a rebuild."""
    for number in range(STEPS):
        say(f"step {number + 1} of {STEPS}, {night.events:,} events after {history.events:,}")
        history.append(night)
        history.project("--quiet")
    grown = dict(history.server.execute(history.database, SIZES))
    history.project("--rebuild", "--quiet")
    rebuilt = dict(history.server.execute(history.database, SIZES))
    rows = [[name, *_sizes(int(size), int(rebuilt[name]))] for name, size in grown.items() if int(size) > 1_000_000]
    rows.append(["total", *_sizes(sum(map(int, grown.values())), sum(map(int, rebuilt.values())))])
    return (f"### {STEPS} nights\n\nOf {night.events:,} events each, after {history.events:,} events. Sizes include indexes; tables "
            "below 1 MB are only in the total.\n\n"
            + tables.table(["", "MB after the nights", "MB after a rebuild", "ratio"], rows))


def _sizes(grown, rebuilt):
    return tables.number(grown / 1e6), tables.number(rebuilt / 1e6), tables.number(grown / rebuilt)
