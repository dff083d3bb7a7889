"""Reads the CSV tables of a report and its settings."""

import csv
import datetime
import json
import re
import zoneinfo

from .formats import ANY, SMALLEST_BASE, Rate, count, day, lift, system, window

WORDS = {"app_id", "os_name", "os_version", "app_version", "placement", "variant", "campaign", "measure", "reason",
         "table", "dimension", "name", "control", "is_clear", "kind", "is_new", "trigger", "app_state"}
ANSWERS = ["prompted", "decided", "granted", "denied", "undecided", "open_window"]
STATUSES = ["authorized", "provisional", "ephemeral", "denied", "not_determined", "unknown"]
# Phrases whose numbers do not come from the report, and why; `exempt` adds those with its settings.
EXEMPT = [
    (r"compare 28 days with the 28 before|a change of 2 points or more|needs 300 people|1 comparison in 20|1 in 20 is",
     "the rules of findings and comparisons"),
    (r"95% intervals?", "the level of every interval"),
    (rf"(?:[Ff]ewer than|[Uu]nder|needs|had|versions of|,) {SMALLEST_BASE}(?![.,]?\d| [A-Z])", "the smallest base of a rate"),
    (r"(?<!lists the last )\b(?:7|28|30) days\b|\b24 h(?:ours)?\b", "spans that the definitions name"),
    (r"9 in 10 within|19 of 20 events came|newest 1,000", "the names of percentiles; of how many rejects the words are"),
    (r"(?:holds|contains|from|at|is|as) 0(?![.,:]?\d)", "where an axis begins, and what no change is"),
    (r"(?:runs from|end at) [\d.]+%(?: to [\d.]+%)?|runs from \S+ to \S+ points", "scales, chosen to hold what is drawn"),
    (r"in 19 of 20 experiments", "how often an interval holds"),
]


def cell(column, text):
    """Converts a cell: a word, a date or a number; None if it is empty and not a word."""
    if column in WORDS:
        # A leading quote only keeps spreadsheets from reading a word as a formula.
        return text[1:] if re.match(r"'[=+\-@\t\r]", text) else text
    if text == "":
        return None
    is_date = re.fullmatch(r"\d{4}-\d\d-\d\d", text)
    return datetime.date.fromisoformat(text) if is_date else float(text) if "." in text else int(text)


# The largest number of days that are drawn one by one. A plot of more is of weeks that end with its last day.
MOST_DAYS = 120


def week_length(dates):
    """Returns the distance of the points of a plot of these days: 7 for weeks, else 1."""
    return 7 if dates and (dates[-1] - dates[0]).days >= MOST_DAYS else 1


def ends(points, date=lambda point: point[0]):
    """Returns the points of the last day of each week, or all of them if the plot is by day."""
    dates = [date(point) for point in points]
    step = week_length(dates)
    return [point for point, day in zip(points, dates) if (dates[-1] - day).days % step == 0]


def weeks(rows, columns, first=None, last=None):
    """Returns the sums of each whole week with its last day, or the rows if the plot is by day."""
    if not rows or first is None and week_length([row["day"] for row in rows]) == 1:
        return rows
    first, last = first or rows[0]["day"], last or rows[-1]["day"]
    groups = {}
    for row in rows:
        groups.setdefault((last - row["day"]).days // 7, []).append(row)
    return [{"day": last - datetime.timedelta(7 * week)} | total(groups[week], columns)
            for week in range(((last - first).days + 1) // 7 - 1, -1, -1) if week in groups]


def added(*numbers):
    return lift(lambda *known: sum(known), *numbers)


def total(rows, columns):
    """Returns the sums of columns; ANY for a column of which a row is withheld."""
    numbers = {column: [ANY if row[column] is None else row[column] for row in rows] for column in columns}
    return {column: added(*numbers[column]) for column in columns} | {"is_sum": True}


def summed(rows, keys, columns):
    """Returns the sums of the rows of each key, in the order in which keys first occur."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return [dict(zip(keys, values)) | total(own, columns) for values, own in groups.items()]


def major(row):
    return row["os_version"].split(".")[0]


def majors(rows, columns):
    return summed([row | {"os_version": major(row)} for row in rows], ["os_name", "os_version"], columns)


def levels(rows, columns, size, is_withholding):
    """Yields the name and row of each version, and of each major that has several. If numbers are withheld, a lone version
    can differ from its major, so the major may be there too (`perhaps`)."""
    for whole in majors(rows, columns):
        label = system(whole["os_name"], whole["os_version"])
        own = [row for row in rows if (row["os_name"], major(row)) == (whole["os_name"], whole["os_version"])]
        if len(own) > 1:
            yield label, whole | {"is_major": True}
        elif is_withholding:
            yield label, whole | {"is_major": True, "kind": "perhaps"}
        for row in own:
            unknown = {"kind": "perhaps"} if row[size] == ANY else {}
            yield system(row["os_name"], row["os_version"]), row | unknown


def published_rate(row, column):
    """Returns the rate in a column with its bounds, as published; None if one is empty."""
    value = Rate(*(row[column + end] for end in ["", "_low", "_high"]))
    return None if None in value else value


def settled(row):
    """Returns the base of the opt-in rate: people who answered or whose time is over."""
    return lift(lambda prompted, still: prompted - still, row["prompted"], row["open_window"])


class Report:
    """The tables and settings that the pages of one range of a report are made from."""

    def __init__(self, root, folder=""):
        self.root, self.folder, self.kept = root, folder, {}
        manifest = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
        given, self.stale = manifest["parameters"], manifest.get("stale", "")
        self.cell, self.zone, self.horizon = given["minimum_cell"], given["time_zone"], given["horizon"]
        self.compared = given["compared_horizon"]
        self.window, self.open_window, self.influence_window = (
            given[f"{name}_window_seconds"] for name in ["conversion", "open", "influence"])
        self.first, self.last = (given[name] and datetime.date.fromisoformat(given[name]) for name in ["from", "to"])
        self.length = (self.last - self.first).days + 1 if self.first else 0
        # The longest range: its daily tables reach back further.
        self.whole = Report(root) if folder else self
        if folder:
            self.length = int(folder.split("-")[0])
            self.first = self.last - datetime.timedelta(self.length - 1)
        self.exempt = re.compile("|".join(phrase for phrase, _ in EXEMPT) + "|" + "|".join(self.settings()))

    def settings(self):
        """Returns patterns of phrases with windows, the length of the range, and the minimum cell."""
        windows = [window(seconds) for seconds in (self.window, self.open_window, self.influence_window)]
        ranges = [f"the {self.length:,} days before", f"stood {self.length:,} days? earlier"]
        people = [f"[Ff]ewer than {count(self.cell)}"]
        return [rf"(?<!lists the last )\b{phrase}\b" for phrase in windows + ranges + people]

    def rows(self, table, app=None):
        """Returns the rows of a table, of all apps or of one."""
        if (table, app) not in self.kept:
            if app is None:
                with open(self.root / self.folder / "csv" / f"{table}.csv", encoding="utf-8", newline="") as file:
                    lines = csv.reader(file)
                    head = next(lines)
                    rows = [{column: cell(column, text) for column, text in zip(head, line)} for line in lines]
            else:
                rows = [row for row in self.rows(table) if row["app_id"] == app]
            self.kept[table, app] = rows
        return self.kept[table, app]

    def range_words(self):
        if not self.first:
            return ""
        return day(self.first) if self.length == 1 else f"{day(self.first)} to {day(self.last)}"

    def comparable(self, first):
        """Returns the first day, the length of a range and the day from which it can be compared with the one before. `first`: of events."""
        return f"{day(first)} {count(self.length)} days {day(first + datetime.timedelta(2 * self.length))}"

    def short_days(self):
        """Returns the range as headlines give it: `3 Apr–30 Apr 2026`."""
        if self.first == self.last:
            return day(self.last)
        first = day(self.first)
        return f"{first[:-5] if self.first.year == self.last.year else first}–{day(self.last)}"

    def apps(self):
        """Returns every app in any table of any range, in the order of the pages."""
        found = set()
        for path in [*self.root.glob("csv/*.csv"), *self.root.glob("*-days/csv/*.csv")]:
            with open(path, encoding="utf-8", newline="") as file:
                found |= {cell("app_id", row["app_id"]) for row in csv.DictReader(file) if "app_id" in row}
        return sorted(found, key=str.encode)

    def days(self):
        """Returns the days of the range, up to the horizon's."""
        known = min(self.last, self.moment(self.horizon).date())
        return [self.first + datetime.timedelta(days) for days in range((known - self.first).days + 1)]

    def moment(self, text):
        zone = datetime.timezone.utc if self.zone == "UTC" else zoneinfo.ZoneInfo(self.zone)
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(zone)

    def is_open(self, date, seconds):
        """Returns whether a window that begins at the end of a day is still open at the horizon."""
        zone = self.moment(self.horizon).tzinfo
        midnight = datetime.datetime.combine(date + datetime.timedelta(1), datetime.time(), zone)
        return midnight.timestamp() + seconds > self.moment(self.horizon).timestamp()
