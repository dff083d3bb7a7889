"""The entry point of script/bench."""

import fcntl
import signal
import sys

from . import (decoder_bench, http_bench, index_bench, ingest_bench, memory_bench, odd_bench, programs, project_bench,
               report_bench, sql_bench)
from .measure import BenchError
from .options import parse

RUNNERS = {"ingest": ingest_bench, "indexes": index_bench, "decoders": decoder_bench, "odd": odd_bench,
           "memory": memory_bench, "project": project_bench, "report": report_bench, "http": http_bench, "sql": sql_bench}


def main():
    options = parse(sys.argv[1:])
    # Exit normally on SIGTERM, so that the server is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    lock = (programs.cache_folder() / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"script/bench: another bench is running in {programs.cache_folder()}.")
    for name in ("run_measured", "copy_loader"):
        if not programs.native(name):
            sys.exit(69)
    try:
        RUNNERS[options.bench].run(programs.product("bellwether"), options)
    except BenchError as error:
        sys.exit(f"script/bench: {error}")


main()
