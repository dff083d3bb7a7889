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

    def target(self, measure, report=None):
        """Returns the target of a measure as pages write it, or ''."""
        rows = (report or self.report.whole).rows("targets", self.app)
        target = next((row["target"] for row in rows if row["measure"] == measure), None)
        return "" if target is None else f"{f.digits(target).removesuffix('.0')}%"

    def marks(self, first, last, report=None):
        """Returns the names of the marks on these days: the first twelve of the team's own, then app versions, then OS versions,
        of each the newest first; and the sentence that names them by day. Each is a row of marks."""
        kinds = ["team", "app_version", "os_version"]
        rows = [row for row in (report or self.report.whole).rows("marks", self.app)
                if row["is_new"] == "true" and row["kind"] in kinds and first <= row["day"] <= last]
        rows.sort(key=lambda row: (kinds.index(row["kind"]), -row["day"].toordinal()))
        rows = sorted(rows[:12], key=lambda row: row["day"])
        names = [name(row["name"], 28) for row in rows]
        words = [f"{'app version ' * (row['kind'] == 'app_version')}{label} ({day(row['day'])[:-5]})"
                 for row, label in zip(rows, names)]
        return names, "Marks: " + ", ".join(words) if words else ""

    def marked(self, figure, dates, report=None, is_named=True, are_known=(True, True)):
        """Returns the sentence about the marks of a plot, and adds their names above it. `are_known`: whether the first and the
        last date are ends of the plot; if not, any later or earlier date can be."""
        said = " ".join(self.page.said(self.id, figure, "note"))
        firsts = dates[:1] if are_known[0] else dates
        lasts = dates[-1:] if are_known[1] else dates[::-1]
        choices = [self.marks(first, last, report) for first in firsts for last in lasts]
        names, sentence = next((each for each in choices if each[1] and each[1] in said), choices[0])
        if is_named:
            above = self.page.said(self.id, figure, "plot above")
            words = [text if text in names else "" if text == "can still change" else "none 0" for text in above]
            self.say("plot above", *words, figure=figure)
        return sentence

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
        value = "too few" if value.startswith("too few") else value
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

    def versions(self, figure, rows, columns, size, cells, people="people", **words):
        """Adds a table by OS version; its note says how many versions are left out, with how many people."""
        named = list(levels(rows, columns, size, self.report.cell > 1))
        kinds = [row.get("kind", self.sum if row.get("is_sum") else "") for _, row in named]
        return self.sized(figure, [(label, cells(row), kind) for (label, row), kind in zip(named, kinds)],
                          [row for _, row in named], size, people, **words)

    def sized(self, figure, rows, sources, size, people="people", **words):
        """Adds a table of the largest rows. Versions of fewer than 30 people are one row for each OS. The note counts the other
        rows left out, except majors of other rows. `sources`: the row of a table of each row."""
        sizes = [-1 if row[size] is None else row[size] for row in sources]
        kept, others, is_unsure = self.folded(figure, rows, sources, sizes, people)
        # A major counts if none of its versions remains.
        majors = Counter((sources[place]["os_name"], sources[place]["os_version"].split(".")[0]) for place in kept
                         if "os_name" in sources[place])
        are_heads = ["is_major" in row and majors[row["os_name"], row["os_version"]] > 1 for row in sources]
        rows, sizes, are_heads = ([each[place] for place in kept] for each in (rows, sizes, are_heads))
        absent = self.split(figure, rows)[1]
        known = lambda size: max(size, 0) if size != ANY else ANY
        there = [known(size) for row, size in zip(rows, sizes) if row not in absent]
        left = [known(size) for row, size, is_head in zip(rows, sizes, are_heads)
                if row in absent and not is_head and row[2] != "perhaps"]
        are_known = ANY not in sizes
        # A page lists 8 rows or a multiple; majors for which there is no room are in no note.
        is_full = are_known and there and len(there) % 8 == 0
        kept = [row for row, size, is_head in zip(rows, sizes, are_heads)
                if row not in absent or are_known and known(size) > min(there, default=0)
                or not left and not (is_head and is_full)]
        is_open = any(row in absent and row[2] == "perhaps" for row in rows)
        # Whether a withheld version is folded or left out, only the page knows.
        number = ANY if is_unsure else len(left)
        note = SOME if ANY in left or not left and (is_open or is_unsure) else f"{number} {count(sum(left))}" if left else ""
        words["note"] = " ".join(filter(None, [words.get("note", ""), note]))
        self.figure(figure, kept + others, **words)
        return [row[0] for row in kept]

    def folded(self, figure, rows, sources, sizes, people):
        """Returns the places of the rows that stay, the rows of those that are folded, and whether withheld ones may be: for each
        OS, how many versions of fewer than 30 people there are, with how many people. All stay if none has more."""
        there = [row.name for row in self.page.rows.get((self.id, figure), [])]
        groups, others, stay, is_unsure = {}, {}, [], False
        for place, row in enumerate(sources):
            groups.setdefault((row["os_name"], row["os_version"].split(".")[0]), []).append(place)
        # Where numbers are withheld, a row can have fewer people in the tables than on the page, or be withheld only there.
        is_small = lambda place: sizes[place] != ANY and 0 <= sizes[place] < f.SMALLEST_BASE and not (
            self.report.cell > 1 and rows[place][0] in there)
        for (os_name, _), places in groups.items():
            head, first = places[0], sources[places[0]]
            is_major = "is_major" in first
            # Whether a major with withheld versions is small, only the page knows.
            is_unknown = sizes[head] == ANY and rows[head][0] not in there
            folds = [place for place in places if is_small(place)]
            if is_small(head):
                folds = places
            withheld = [place for place in places if is_unknown and sizes[place] in (-1, ANY) and rows[place][0] not in there]
            is_unsure = is_unsure or bool(withheld)
            stay += [place for place in places if place not in folds + withheld]
            if folds or is_unknown:
                numbers = others.setdefault(os_name, [0, 0, False])
                has_head = is_major and folds[:1] == [head]
                numbers[0] += len(folds) - (has_head and len(folds) > 1)
                numbers[1] += sizes[head] if has_head else sum(max(sizes[place], 0) for place in folds)
                numbers[2] = numbers[2] or is_unknown
        is_folded = any(each.startswith(("Other ", "No version (")) for each in there)
        if not is_folded and not any(rows[place][0] in there for place in stay):
            return list(range(len(rows))), [], is_unsure
        told = []
        for os_name, (versions, total, is_unknown) in others.items():
            number = f"{count(versions)} version{'' if versions == 1 else 's'}"
            label = f"Other {name(os_name)} ({number}, " if os_name else "No version ("
            label += f"{count(total)} {people})"
            # Beside a withheld version the number of people is left out.
            alone = f"Other {name(os_name)} ({number})" if os_name else "No version"
            if alone in there and any(row["os_name"] == os_name and size == ANY for row, size in zip(sources, sizes)):
                label = alone
            if is_unknown:
                start = label.split("(")[0]
                told += [(each, [], "unverified") for each in there if each.startswith(start + "(")]
            else:
                told.append((label, []))
        return stay, told, is_unsure

    def ranked(self, figure, rows, sizes, one, other, people, **words):
        """Adds a table of the rows with most people; those of fewer than 30, and those for which there is no room, are one row."""
        sizes = [-1 if size is None else size for size in sizes]
        if ANY in sizes:
            # Only the page knows which rows are small.
            there = [row.name for row in self.page.rows.get((self.id, figure), [])]
            label = rf"[\d,]+ other (?:{one}|{other}) \(.*\)"
            folded = [(each, [], "unverified") for each in there if re.fullmatch(label, each)]
            kept, absent = self.split(figure, rows)
            sums = [(*row[:2], row[2] or "perhaps") for row in absent]
            return self.figure(figure, kept + folded + (sums if not folded else []), **words)
        large = [(row, size) for row, size in zip(rows, sizes) if not 0 <= size < f.SMALLEST_BASE]
        listed = large or list(zip(rows, sizes))
        kept, absent = self.split(figure, [row for row, _ in listed])
        smallest = min((size for row, size in listed if row in kept), default=0)
        kept = [row for row, size in listed if row in kept or size > smallest]
        left = len(rows) - len(kept)
        sums = [sum(max(size, 0) for size in each) for each in (sizes, [size for row, size in listed if row in kept])]
        label = f"{count(left)} other {one if left == 1 else other} ({count(sums[0] - sums[1])} {people})"
        self.figure(figure, kept + ([(label, [])] if left else []), **words)

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

    def by_day(self, figure, points, target="", report=None, are_known=(True, True), **words):
        """Adds a plot of a rate. `points`: the date, cells, rate if it is shown, and whether it can still change. `report`: the one
        whose marks it has, unless the whole one; `are_known`: whether its first and last date are ends of the plot."""
        rows, drawn, omission = self.listed(figure, [(day(date), cells, self.sum) for date, cells, *_ in points])
        points = points[-drawn:]
        if all(told is None for _, _, told, _ in points):
            return self.figure(figure, rows, note=omission, **words)
        latest, is_known = self.latest(points), any(isinstance(told, f.Rate) for _, _, told, _ in points)
        ends = [ANY if cells[0] == ANY else day(date) for date, cells, *_ in (points[0], points[-1])]
        # Only the page knows whether there is a plot of withheld rates.
        is_drawn = is_known or self.page.said(self.id, figure, "plot title")
        marks = self.marked(figure, [date for date, *_ in points], report, are_known=are_known) if is_drawn else ""
        if target and is_drawn:
            self.say("plot target-label", target, figure=figure)
        self.figure(figure, rows, legend=latest, desc=" ".join([*ends, latest]) if is_known else SOME,
                    note=f"{marks} {omission}", **words)

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
