"""What a section of a page must say, whatever it is of: numbers, figures with their tables, rates by day."""

import re
from collections import Counter

from . import formats as f
from .formats import ANY, DASH, SOME, count, day, name, percent, rate
from .tables import levels, published_rate


class Expected:
    """Texts of a page and rows of its tables by their places."""

    def __init__(self):
        self.texts, self.rows = {}, {}

    def say(self, kind, *words, section="", figure=""):
        self.texts.setdefault((section, figure, kind), []).extend(words)


class Section:
    """A section on a page. Rows are a name, cells and, where that is so, `sum`: they may be withheld by themselves, or
    `perhaps`: they may be absent, too. Cells are texts, lists of a text's numbers, or functions that know one."""

    def __init__(self, report, app, page, expected, number, is_alone):
        self.report, self.app, self.page, self.expected, self.is_alone = report, app, page, expected, is_alone
        self.id = f"app-{number}"
        self.sum = "sum" if report.cell > 1 else ""

    def table(self, table):
        return self.report.rows(table, self.app)

    def key(self, measure):
        return next((row for row in self.table("key_numbers") if row["measure"] == measure), None)

    def say(self, kind, *words, figure=""):
        self.expected.say(kind, *words, section=self.id, figure=figure)

    def strip(self, *numbers):
        self.expected.rows[self.id, ""] = numbers

    @staticmethod
    def number(label, value, note=""):
        return label, [count(value), "", "", [note]]

    @staticmethod
    def share(label, rate, base, note=None, change=""):
        """A rate of the strip, of how many unless the note says something else."""
        value, interval = f.cells(rate, base)
        return label, [value, "" if interval == DASH else interval if interval == ANY else f"{interval}\u202f%",
                       change if interval != DASH else "", [count(base) if note is None else note]]

    def figure(self, figure, rows, caption="", legend="", note="", days=None, **plot):
        """A figure, its rows, and what its plot says by `title` and `desc`."""
        places = {place: index for index, place in enumerate(self.page.figures, 1)}
        self.expected.rows[self.id, figure] = rows
        who = "" if self.is_alone else name(self.app, 40)
        words = f"{places.get((self.id, figure), 'absent 0')}. {who}. {caption} {days or self.report.range_words()}."
        texts = {"figcaption": words, "legend li": legend, "note": note}
        for kind, words in {**texts, **{f"plot {element}": words for element, words in plot.items()}}.items():
            self.say(kind, words, figure=figure)

    def split(self, figure, rows):
        """The rows that the page has by their names, and those that it leaves out."""
        there, kept, absent = Counter(row.name for row in self.page.rows.get((self.id, figure), [])), [], []
        for row in rows:
            (kept if there[row[0]] > 0 else absent).append(row)
            there[row[0]] -= 1
        return kept, absent

    def clipped(self, figure, rows):
        """A table of as many rows as there is room for; its note says how many it leaves out."""
        kept, absent = self.split(figure, rows)
        self.figure(figure, kept, note=count(len(absent)) if absent else "")

    def versions(self, figure, rows, columns, size, cells, **words):
        """A table by OS version; its note says how many versions are left out, and of how many people."""
        named = list(levels(rows, columns, size, self.report.cell > 1))
        kinds = [row.get("kind", self.sum if row.get("is_sum") else "") for _, row in named]
        self.sized(figure, [(label, cells(row), kind) for (label, row), kind in zip(named, kinds)],
                   [row[size] or 0 for _, row in named], ["is_major" in row for _, row in named], **words)

    def sized(self, figure, rows, sizes, are_heads, **words):
        """A table of the rows of most people; its note counts those left out, but heads of others."""
        absent = self.split(figure, rows)[1]
        there = [size for row, size in zip(rows, sizes) if row not in absent]
        left = [size for row, size, is_head in zip(rows, sizes, are_heads)
                if row in absent and not is_head and row[2] != "perhaps"]
        are_known = ANY not in sizes
        kept = [row for row, size in zip(rows, sizes)
                if not left or row not in absent or are_known and size > min(there, default=0)]
        is_open = any(row in absent and row[2] == "perhaps" for row in rows)
        note = SOME if ANY in left or not left and is_open else f"{len(left)} {count(sum(left))}" if left else ""
        self.figure(figure, kept, note=note, **words)

    def listed(self, figure, rows):
        """The rows of the days that the page lists, how many are drawn, and what it says of the others."""
        said = "".join(self.page.said(self.id, figure, "note"))
        drawn = re.search(r"Drawn are the last ([\d,]+) of", said)
        kept = self.split(figure, rows)[0]
        listed = rows[rows.index(kept[0]):] if kept else rows
        rest = rows[:len(rows) - len(listed)]
        # Of withheld days the page alone knows whether they have a row.
        is_clipped = any(ANY not in row[1] for row in rest) or rest and "table lists the last" in said
        plotted = int(drawn[1].replace(",", "")) if drawn else len(rows)
        omission = f"{drawn[1]} {count(len(rows))} days " if drawn else ""
        if is_clipped and len(kept) < plotted:
            omission += f"lists the last {len(kept)} days"
        return listed, plotted, omission

    def by_day(self, figure, days):
        """A rate by day: of each day its cells, its rate if it is shown, and whether it can change."""
        rows, drawn, omission = self.listed(figure, [(day(date), cells, self.sum) for date, cells, *_ in days])
        points = days[-drawn:]
        if all(told is None for _, _, told, _ in points):
            return self.figure(figure, rows, note=omission)
        latest, is_known = self.latest(points), any(isinstance(told, f.Rate) for _, _, told, _ in points)
        ends = [ANY if cells[0] == ANY else day(date) for date, cells, *_ in (points[0], points[-1])]
        self.figure(figure, rows, legend=latest, desc=" ".join([*ends, latest]) if is_known else SOME, note=omission)

    def ends(self, figure, *plots):
        """Beside each plot the name and the last number of its lines, from the uppermost; a line is a name, the height of
        its end, None without one, and the number."""
        for lines in plots:
            lines = [line for line in lines if line[1] is not None]
            ordered = [("", 0, SOME)] if ANY in [line[1] for line in lines] else sorted(lines, key=lambda line: -line[1])
            self.say("ends", *(f"{name(label, 16)} {number}" for label, _, number in ordered), figure=figure)

    @staticmethod
    def latest(points):
        """The last settled rate that is shown, and its day."""
        last = next(((date, told) for date, _, told, is_open in reversed(points) if told and not is_open), None)
        return "" if not last else SOME if last[1] == ANY else f"{f.told(last[1])} {day(last[0])}"

    @staticmethod
    def lead(share, base, size, words, few):
        """Title, lede and the number in a list of apps: of a rate, with its bounds among the words, or of too few."""
        shown = f.shown(share, base)
        if shown == ANY:
            return SOME, SOME, SOME
        summary = f"{f.cells(share, base)[0]} {size}"
        if not shown:
            return "", few, summary
        return percent(shown.value), words.format(" ".join(map(f.digits, shown[1:]))), summary


def own_rate(row, column, part, base):
    """The rate of a row: as its table has it, or of what is added up."""
    return published_rate(row, column) if column in row else rate(part, base)
