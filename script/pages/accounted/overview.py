"""What the overview must say about an app."""

from . import formats as f
from .change import DIMENSIONS, is_unknown, moved
from .formats import ANY, DASH, SOME, count, day, name, rate, system
from .opt_in import OptIn, change, grant
from .reading import Page
from .section import Section
from .tables import ANSWERS, ends, major, majors, published_rate, settled


class Overview(OptIn):
    RATES = {"grant_rate": "Opt-in rate", "prompted": "People asked", "reach_rate_28d": "Reach of active people",
             "open_rate_24h": "Opened within 24 h", "keep_rate": "Provisional kept"}
    LIMITS = {"os": 6, "app_version": 4, "placement": 4, "variant": 3, "locale": 3}

    def key_numbers(self):
        return [self.asked(row) if measure == "prompted" else self.of_rate(measure, label, row)
                for measure, label in self.RATES.items() if (row := self.key(measure))]

    def fill(self):
        self.strip(*self.key_numbers())
        if self.table("opt_in_by_os"):
            self.figures(self.whole())

    def of_rate(self, measure, label, row):
        still = self.still_open() if measure == "grant_rate" else ""
        target = self.target(measure)
        return self.share(label, published_rate(row, "rate"), row["base"], f"{count(row['base'])} {still} {target}", change(row))

    def asked(self, row):
        now, before = row["part"], row["part_before"]
        grown = ""
        if now is not None and (before or 0) >= f.SMALLEST_BASE:
            share = f.nearest(abs(now / before - 1) * 100)
            grown = f"{'▼' if now < before else '▲'} {share:,}%" if share else "as many as before"
        return self.number("People asked", now, "" if before is None else count(before), grown)

    def rate_text(self):
        whole = self.whole()
        return f.cells(grant(whole), settled(whole))[0] if whole else DASH

    def figures(self, whole):
        usual, changes = grant(whole) if whole else None, self.changes()
        daily = self.report.whole.rows("opt_in_daily", self.app)
        self.rate_by_day(daily, whole, changes.whole, self.is_compared())
        if self.is_compared():
            self.places(changes)
        if whole:
            self.steps(whole)
        rows = majors(self.table("opt_in_by_os"), ANSWERS)
        answers = self.answers(usual)
        self.sized("versions", [(system(row["os_name"], row["os_version"]), answers(row), self.sum) for row in rows],
                   rows, "prompted")
        self.majors(rows, daily, usual)

    def places(self, changes):
        shown = [dimension for dimension in self.LIMITS
                 if len(changes.of(dimension)) > 1 and any(row["name"] for row in changes.of(dimension))]
        rows = [row for dimension in shown
                for row in changes.where(dimension, self.LIMITS[dimension], [DIMENSIONS[dimension]])]
        if rows:
            self.figure("where", rows, note=changes.note())

    def steps(self, whole):
        base, decided, granted = settled(whole), whole["decided"], whole["granted"]
        of = lambda part, before: f.cells(rate(part, base), base) + f.cells(rate(part, before), before) + [count(part)]
        self.figure("steps", [("Asked", [DASH] * 4 + [count(base)]), ("Answered", of(decided, base)),
                              ("Allowed", of(granted, decided))], note=self.still_open())

    def majors(self, rows, daily, usual):
        """Shows side by side the four OS majors with most people, if at least two have a rate to show."""
        heads = self.page.said(self.id, "majors", "links th")
        # With several apps, the plots may be only on the pages of each app.
        if not heads and not self.is_alone:
            return
        first, *_, last = [date for date in self.report.whole.days()] * 2
        self.span = f"{day(first)} to {day(last)}"
        size = lambda row: -1 if row["prompted"] == ANY else row["prompted"]
        rows = sorted(rows, key=lambda row: (-size(row), row["os_name"].encode(), -int(row["os_version"] or 0)))
        large = [row for row in rows if not 0 <= size(row) < f.SMALLEST_BASE]
        ranked = (large or rows)[:4]
        is_withheld, shown = any(row["prompted"] == ANY for row in rows), {}
        for row in rows:
            own = [each for each in daily if (each["os_name"], major(each)) == (row["os_name"], row["os_version"])]
            days, label = ends(list(self.trend(own, usual))), system(row["os_name"], row["os_version"])
            rates = [told for _, _, told, _ in days]
            # If numbers are withheld, only the page knows which majors it shows.
            is_open = is_withheld or ANY in rates and not any(isinstance(told, f.Rate) for told in rates)
            if f"{label}, in 7 days" in heads if is_open else row in ranked and any(rates):
                shown[label] = days
        if is_withheld:
            # Only the page knows their order.
            shown = dict(sorted(shown.items(), key=lambda each: heads.index(f"{each[0]}, in 7 days") if heads else 0))
        if len(shown) > 1:
            self.multiples(shown, len(rows) - len(shown))

    def multiples(self, shown, left):
        dates = [day(date) for date, *_ in next(iter(shown.values()))]
        cells = [[cell for _, own, *_ in days for cell in own[1:]] for days in zip(*shown.values())]
        rows, drawn, omission = self.listed("majors", [(*each, self.sum) for each in zip(dates, cells)])
        latest = {label: self.latest(days[-drawn:]) for label, days in shown.items()}
        marks = self.marked("majors", [date for date, *_ in next(iter(shown.values()))[-drawn:]], is_named=False)
        self.figure("majors", rows, days=self.span, note=f"{marks} {count(left) if left else ''} {omission}",
                    title=" ".join(shown), desc=" ".join(latest.values()), p=" ".join(map(" ".join, latest.items())))
        self.say("links th", *(f"{label}, {label}, {label}" for label in shown), figure="majors")
        plotted = {label: [(date, told) for date, _, told, _ in days[-drawn:]] for label, days in shown.items()}
        self.ends("majors", *(
            [(own, line_end(plotted[own], 1), "")]
            + [(label, line_end(points, 2), "") for label, points in plotted.items() if label != own] for own in plotted))


def line_end(points, shortest):
    """Returns the last rate that ends a run of at least `shortest` days; None without one, ANY if rates are unknown."""
    if any(told == ANY for _, told in points):
        return ANY
    run, end = 0, None
    for _, told in points:
        run = run + 1 if told else 0
        end = told.value if run >= shortest else end
    return end


class Apps(Section):
    """The table of all apps."""

    def __init__(self, report, apps, page, expected):
        super().__init__(report, "", page, expected, 1, True)
        self.apps = [Overview(report, app, page, expected, 1, True) for app in apps]

    def verdict(self, app):
        whole, changes = app.whole(), app.changes()
        if is_unknown(whole):
            return "withheld", None
        kind = changes.verdict(whole, changes.whole)
        return kind, published_rate(changes.whole, "difference") if kind in ("held", "leaning", "changed") else None

    def headline(self):
        told = [(app, *self.verdict(app)) for app in self.apps]
        compared = [each for each in told if each[2]]
        days, number = self.report.short_days(), count(len(self.apps))
        if not compared:
            return number, f"{days} 300"
        moved = [[each for each in compared if each[1] == "changed" and (each[2].value < 0) == is_fall]
                 for is_fall in (True, False)]
        if not any(moved):
            rest = len(self.apps) - len(compared)
            return f"{count(len(compared))} {number}", f"{days} {count(rest) if rest else ''}"
        named = " ".join(f"{name(app.app, 40)} {f.signed(difference.value)} {app.rate_text()}"
                         for app, _, difference in sum(moved, [])[:3])
        return " ".join(count(len(each)) for each in moved if each) + f" {number}", f"{days} {named}"

    def fill(self):
        there = [row.name for row in self.page.rows.get((self.id, "apps"), [])]
        listed = self.apps[:len(there)]
        left = len(self.apps) - len(listed)
        self.figure("apps", [self.row(app) for app in listed], note=count(left) if left else "")

    def finding(self, app):
        """Returns how many more findings than one the overview of an app has. No table has the number."""
        path = self.report.root / app / "index.html"
        is_there = path.is_file() and not app.endswith("-days")
        found = Page(path.read_bytes()).said("app-1", "", "findings li") if is_there else []
        return SOME if not is_there or len(found) == 12 else str(len(found) - 1) if len(found) > 1 else ""

    def row(self, app):
        kind, difference = self.verdict(app)
        whole, changes = app.whole(), app.changes()
        rates = [f.cells(published_rate(row, "rate"), row["base"])[0] if (row := app.key(measure)) else DASH
                 for measure in ("reach_rate_28d", "open_rate_24h")]
        detectable = changes.whole["detectable"] if difference else None
        return name(app.app, 60), [
            app.rate_text(), moved(difference), [""], DASH if detectable is None else f"{f.digits(detectable)} pts",
            count(whole["prompted"]) if whole else "0", *rates, [self.finding(app.app)]]
