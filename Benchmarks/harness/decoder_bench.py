"""Measures decoding only: the program's validator, Foundation's JSONDecoder, simdjson."""

import subprocess

from . import mixture, programs, tables
from .measure import BenchError
from .rounds import rotated, say, spread

HEADER = ["", "ns/event", "events/s", "ours is … times as fast", "good lines"]
OURS = "ours: complete validation"


def run(bellwether, options):
    """Prints the table of decoders without the rest of ingest."""
    from .ingest_bench import SEED
    print(section(mixture.mixture(bellwether, options.events, SEED), options.rounds))


def section(file, rounds):
    """Returns the table for the lines of a file, in memory, on one core."""
    say("decoders")
    commands, skipped = _decoders()
    samples, good = {name: [] for name in commands}, {}
    for turn in range(rounds):
        for name in rotated(list(commands), turn):
            lines, good[name], nanoseconds = _decode(commands[name], file.path)
            samples[name].append(nanoseconds / lines)
    if good[OURS] != file.accepted + file.duplicates:
        raise BenchError(f"The validator accepts {good[OURS]} lines, not {file.accepted + file.duplicates}.")
    rows = [_row(name, samples, good[name]) for name in commands]
    rows += [[f"{name}: skipped", "", "", "", ""] for name in skipped]
    return f"### Decoders only\n\n{tables.table(HEADER, rows)}"


def _decoders():
    """Returns the commands by name, and the names of decoders that are not available."""
    swift = programs.product("decode-bench")
    commands = {
        OURS: [swift, "validator"],
        "Foundation's JSONDecoder: a Codable struct, no further validation": [swift, "jsondecoder"]}
    version = programs.install_simdjson()
    simdjson = programs.native("simdjson_bench") if version else None
    name = f"simdjson {version or ''} DOM: parsed, members read, no validation"
    if not simdjson:
        return commands, [name]
    commands[name] = [simdjson]
    return commands, []


def _decode(command, path):
    return map(int, subprocess.check_output([*command, path], text=True).split())


def _row(name, samples, good):
    median = spread(samples[name])
    ratio = [theirs / its for its, theirs in zip(samples[OURS], samples[name])]
    return [name, tables.with_spread(median), tables.number(1e9 / median[0]),
            "" if name == OURS else tables.with_spread(spread(ratio)), f"{good:,}"]
