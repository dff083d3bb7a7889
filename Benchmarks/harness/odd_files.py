"""Makes unusual files: only copies, every second line a copy, only bad lines."""

import random

from . import programs
from .mixture import EventFile, clean_lines, retry, spoil, write


def odd_files(bellwether, lines, held_seed, new_seed):
    """Returns the files by name, for a log that contains the plain file of `held_seed`. Their bytes are new to it."""
    held = clean_lines(bellwether, lines - int(lines * 0.02) - int(lines * 0.01), held_seed)
    new = clean_lines(bellwether, lines // 2, new_seed)
    half = lines // 2
    return {
        "only duplicates": _file("copies", lines, lines, 0, lambda rng: _retries(held, lines, rng)),
        "every second line a duplicate": _file("halves", 2 * half, half, 0, lambda rng: _alternating(held, new, rng)),
        "only bad lines": _file("bad", lines, 0, lines, lambda rng: _bad(held, lines, rng)),
    }


def _file(name, lines, duplicates, rejected, make):
    file = EventFile(
        programs.cache_folder() / f"{name}-{lines}.ndjson", lines, duplicates, rejected, lines - duplicates - rejected)
    if not file.path.exists():
        write(file.path, make(random.Random(lines)))
    return file


def _retries(held, lines, rng):
    """Yields a retry of each event of the log, in order, starting again if more lines are needed."""
    return (retry(held[place % len(held)], rng) for place in range(lines))


def _alternating(held, new, rng):
    for place, line in enumerate(new):
        yield retry(held[place * len(held) // len(new)], rng)
        yield line


def _bad(held, lines, rng):
    return (spoil(held[number % len(held)], number, rng) for number in range(lines))
