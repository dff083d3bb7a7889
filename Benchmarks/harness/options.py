"""The command line of script/bench."""

import argparse

BENCHES = {
    "ingest": "ours, plain binary COPY, psql, psycopg + orjson and DuckDB on one file; what indexes cost; decoders",
    "indexes": "only the part of ingest that measures indexes",
    "decoders": "only the part of ingest that measures decoders",
    "odd": "files of copies and of bad lines, compared with a plain file",
    "memory": "peak memory of an ingest of 1 MB and of 1 GB",
    "http": "the collector compared with one that stores nothing, with wrk; ten minutes at 80% of its maximum",
    "report": "the report of a morning, and the same with ten times the events; with --only queries, where its time goes",
    "project": "nights of new events on long histories; recomputing all by a rebuild and in DuckDB; reads",
    "sql": "the questions of docs/sql.md as the analyst, and each view and function of analytics for 90 days",
}

FULL = {"events": 1_000_000, "rounds": 7, "bytes": 1_000_000_000, "new": [300_000, 1_000_000], "seconds": 10, "soak": 600,
        "installations": 200_000}
QUICK = {"events": 20_000, "rounds": 2, "bytes": 20_000_000, "new": [10_000, 20_000], "seconds": 2, "soak": 10,
         "installations": 2_000}
HISTORIES = {False: [10_000_000, 40_000_000], True: [100_000, 200_000]}


def parse(arguments):
    """Parses the options of one run."""
    listed = "\n".join(f"  {name:<10}{what}" for name, what in BENCHES.items())
    parser = argparse.ArgumentParser(
        prog="script/bench", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares the program with others and prints a table.",
        epilog=f"benches:\n{listed}\n\nexample: script/bench ingest --quick\n"
        "Files, the server and the peers' environment are kept in $BELLWETHER_BENCH_DIR, or in /tmp/bellwether-bench.\n"
        "With a history of 10 million events that takes about 20 GB, for report about 30 GB.")
    parser.add_argument("bench", choices=BENCHES, metavar="bench", help="one of the benches below")
    parser.add_argument("--events", type=_positive, help="lines of the file (default: 1,000,000)")
    parser.add_argument("--history", type=_sizes, metavar="SIZES",
                        help="ingest: events in the log for the second half, 0 to skip it (default: 10M); project: "
                        "lengths of its histories (default: 10M,40M); sql: length of its history (default: 10M)")
    parser.add_argument("--new", type=_sizes, help="project: new events of a night (default: 300k,1M)")
    parser.add_argument("--rounds", type=_positive, help="number of runs of each (default: 7)")
    parser.add_argument("--bytes", type=_positive, help="memory: size of the large file (default: 1 GB)")
    parser.add_argument("--seconds", type=_positive, help="http: length of each load (default: 10)")
    parser.add_argument("--soak", type=_positive, metavar="SECONDS", help="http: length of the soak (default: 600)")
    parser.add_argument("--installations", type=_positive, help="report: installations to simulate (default: 200,000)")
    parser.add_argument("--only", default="", metavar="NAMES",
                        help="peers to run, by parts of their names: ours,copy,duckdb; project also has parts: "
                        "reads,nights,late,twenty,growth,recompute; report: whole,tenfold, and queries, which runs only if "
                        "named")
    parser.add_argument("--skip", default="", metavar="NAMES", help="peers to skip, by parts of their names")
    parser.add_argument("--write", action="store_true",
                        help="also write the table of ingest, odd, memory, http, project, report or sql to docs/benchmarks.md")
    parser.add_argument("--quick", action="store_true", help="small sizes and two rounds, to see that everything works")
    options = parser.parse_args(arguments)
    for name, size in (QUICK if options.quick else FULL).items():
        if getattr(options, name) is None:
            setattr(options, name, size)
    options.histories = options.history or HISTORIES[options.quick]
    options.history = options.histories[0]
    return options


def _positive(text):
    value = int(text.replace(",", "").replace("_", ""))
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def _sizes(text):
    return [_size(part.strip()) for part in text.split(",")]


def _size(text):
    units = {"k": 1_000, "M": 1_000_000}
    number, unit = (text[:-1], units[text[-1]]) if text[-1:] in units else (text, 1)
    return int(number.replace("_", "")) * unit


def wants(options, name):
    """Returns whether to run a peer; ours always runs, because all are compared with it."""
    def named(list_):
        return any(part.strip().lower() in name.lower() for part in list_.split(",") if part.strip())
    return name == "ours" or ((not options.only or named(options.only)) and not named(options.skip))
