"""Markdown tables of results, and their place in docs/benchmarks.md."""

from . import programs

DOCUMENT = programs.ROOT / "docs/benchmarks.md"


def table(header, rows):
    """Returns a Markdown table; numbers are already text."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def number(value):
    """Formats a number with three significant digits or more, and thousands separators."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def with_spread(triple):
    median, least, greatest = triple
    return f"{number(median)} ({number(least)}–{number(greatest)})"


def publish(name, text, asked):
    """Prints a section, and writes it between its markers in the document if `asked`."""
    print(text)
    write(name, text, asked)


def write(name, text, asked):
    """Writes a section between its markers in the document if `asked`."""
    if not asked:
        return
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    document = DOCUMENT.read_text()
    before, _, rest = document.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{DOCUMENT} has no place for '{name}'.")
    DOCUMENT.write_text(before + start + text + end + after)
