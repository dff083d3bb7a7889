"""Common parts of what a section of a page must say: key numbers, figures with their tables, rates by day."""

import re
from collections import Counter

from . import formats as f
from .formats import ANY, DASH, SOME, count, day, name, percent, rate
from .tables import levels, published_rate


class Expected:
    """Expected texts and table rows, by their places."""

    def __init__(self):
        self.texts, self.rows = {}, {}

    def say(self, kind, *words, section="", figure=""):
        self.texts.setdefault((section, figure, kind), []).extend(words)


class Section:
    """A section on a page. A row is a name, cells and optionally `sum` (its numbers may be withheld) or `perhaps` (it may
    be absent, too). A cell is a text, a list with a text that has the expected numbers, or a function that checks a text."""

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
    def number(label, value, note="", change=""):
        return label, [count(value), change, "", [note]]

    @staticmethod
    def share(label, rate, base, note=None, change=""):
        """Returns a rate of the strip; its note is the base unless `note` is given."""
        value, interval = f.cells(rate, base)
        return label, [value, change if interval != DASH else "",
                       "" if interval == DASH else interval if interval == ANY else f"{interval}%",
                       [count(base) if note is None else note]]

    def figure(self, figure, rows, caption="", legend="", note="", days=None, **plot):
        """Adds a figure: its rows, its texts, and those of its plot (`title`, `desc`)."""
        places = {place: index for index, place in enumerate(self.page.figures, 1)}
        self.expected.rows[self.id, figure] = rows
        who = "" if self.is_alone else name(self.app, 40)
        words = f"{places.get((self.id, figure), 'absent 0')}. {who}. {caption} {days or self.report.range_words()}."
        texts = {"figcaption": words, "legend li": legend, "note": note}
        for kind, words in {**texts, **{f"plot {element}": words for element, words in plot.items()}}.items():
            self.say(kind, words, figure=figure)

    def split(self, figure, rows):
        """Returns the rows whose names the page has, and those that it leaves out."""
        there, kept, absent = Counter(row.name for row in self.page.rows.get((self.id, figure), [])), [], []
        for row in rows:
            (kept if there[row[0]] > 0 else absent).append(row)
            there[row[0]] -= 1
        return kept, absent

    def clipped(self, figure, rows):
        """Adds a table that may leave rows out; its note says how many."""
        kept, absent = self.split(figure, rows)
        self.figure(figure, kept, note=count(len(absent)) if absent else "")

    def versions(self, figure, rows, columns, size, cells, **words):
        """Adds a table by OS version; its note says how many versions are left out, with how many people."""
        named = list(levels(rows, columns, size, self.report.cell > 1))
        kinds = [row.get("kind", self.sum if row.get("is_sum") else "") for _, row in named]
        self.sized(figure, [(label, cells(row), kind) for (label, row), kind in zip(named, kinds)],
                   [row[size] or 0 for _, row in named], ["is_major" in row for _, row in named], **words)

    def sized(self, figure, rows, sizes, are_heads, **words):
        """Adds a table of the largest rows. Its note counts the rows left out, except heads, which sum up other rows."""
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
        """Returns the rows of the listed days, how many days are drawn, and the note about the others."""
        said = "".join(self.page.said(self.id, figure, "note"))
        drawn = re.search(r"Drawn are the last ([\d,]+) of", said)
        kept = self.split(figure, rows)[0]
        listed = rows[rows.index(kept[0]):] if kept else rows
        rest = rows[:len(rows) - len(listed)]
        # Only the page knows whether withheld days have a row.
        is_clipped = any(ANY not in row[1] for row in rest) or rest and "table lists the last" in said
        plotted = int(drawn[1].replace(",", "")) if drawn else len(rows)
        omission = f"{drawn[1]} {count(len(rows))} days " if drawn else ""
        if is_clipped and len(kept) < plotted:
            omission += f"lists the last {len(kept)} days"
        return listed, plotted, omission

    def by_day(self, figure, points, **words):
        """Adds a plot of a rate. `points`: the date, cells, rate if it is shown, and whether it can still change."""
        rows, drawn, omission = self.listed(figure, [(day(date), cells, self.sum) for date, cells, *_ in points])
        points = points[-drawn:]
        if all(told is None for _, _, told, _ in points):
            return self.figure(figure, rows, note=omission, **words)
        latest, is_known = self.latest(points), any(isinstance(told, f.Rate) for _, _, told, _ in points)
        ends = [ANY if cells[0] == ANY else day(date) for date, cells, *_ in (points[0], points[-1])]
        self.figure(figure, rows, legend=latest, desc=" ".join([*ends, latest]) if is_known else SOME, note=omission,
                    **words)

    def ends(self, figure, *plots):
        """Adds the labels at the ends of each plot's lines, from top to bottom. A line is a name, the height of its end (None
        if it has none) and the number."""
        for lines in plots:
            lines = [line for line in lines if line[1] is not None]
            ordered = [("", 0, SOME)] if ANY in [line[1] for line in lines] else sorted(lines, key=lambda line: -line[1])
            self.say("ends", *(f"{name(label, 16)} {number}" for label, _, number in ordered), figure=figure)

    @staticmethod
    def latest(points):
        """Returns the text of the last settled rate that is shown, with its day."""
        last = next(((date, told) for date, _, told, is_open in reversed(points) if told and not is_open), None)
        return "" if not last else SOME if last[1] == ANY else f"{f.told(last[1])} {day(last[0])}"

    @staticmethod
    def lead(share, base, size, words, few):
        """Returns title, lede and summary for a list of apps: of a rate with its interval, or of too few people."""
        shown = f.shown(share, base)
        if shown == ANY:
            return SOME, SOME, SOME
        summary = f"{f.cells(share, base)[0]} {size}"
        if not shown:
            return "", few, summary
        return percent(shown.value), words.format(" ".join(map(f.digits, shown[1:]))), summary


def own_rate(row, column, part, base):
    """Returns the rate of a row: the published one, or for sums the computed one."""
    return published_rate(row, column) if column in row else rate(part, base)
