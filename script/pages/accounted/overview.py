"""What the overview must say about an app."""

from . import formats as f
from .formats import ANY, DASH, count, day, rate, system
from .opt_in import OptIn, change, grant
from .sections import Opens
from .tables import ANSWERS, major, majors, published_rate, settled


class Overview(OptIn):
    RATES = {"grant_rate": "Grant rate", "keep_rate": "Provisional kept", "direct_open_rate": "Direct open rate",
             "influenced_open_rate": "Influenced open rate", "reach_rate_28d": "Reach"}

    def fill(self):
        sends = Opens.open_sends(self)
        still = {"grant_rate": self.still_open(), "direct_open_rate": sends, "influenced_open_rate": sends}
        rows = {measure: self.key(measure) for measure in [*self.RATES, "prompted"]}
        strip = [self.share(label, published_rate(rows[measure], "rate"), rows[measure]["base"],
                            f"{count(rows[measure]['base'])} {still.get(measure, '')}", change(rows[measure]))
                 for measure, label in self.RATES.items() if rows[measure]]
        if rows["prompted"]:
            before = rows["prompted"]["part_before"]
            strip.append(self.number("Asked", rows["prompted"]["part"], "" if before is None else count(before)))
        self.strip(*strip)
        if self.table("opt_in_by_os"):
            self.figures(self.whole())

    def figures(self, whole):
        usual = grant(whole) if whole else None
        if whole:
            self.steps(whole)
        daily = self.report.whole.rows("opt_in_daily", self.app)
        self.by_day("trend", list(self.trend(daily, usual)))
        rows = majors(self.table("opt_in_by_os"), ANSWERS)
        answers = self.answers(usual)
        self.sized("versions", [(system(row["os_name"], row["os_version"]), answers(row), self.sum) for row in rows],
                   [row["prompted"] for row in rows], [False] * len(rows))
        self.majors(rows, daily, usual)

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
        rows = sorted(rows, key=lambda row: (row["os_name"].encode(), -int(row["os_version"] or 0)))
        ranked = sorted(rows, key=lambda row: 0 if row["prompted"] == ANY else -row["prompted"])[:4]
        is_withheld, shown = any(row["prompted"] == ANY for row in rows), {}
        for row in rows:
            own = [each for each in daily if (each["os_name"], major(each)) == (row["os_name"], row["os_version"])]
            days, label = list(self.trend(own, usual)), system(row["os_name"], row["os_version"])
            rates = [told for _, _, told, _ in days]
            # If numbers are withheld, only the page knows which majors it shows.
            is_open = is_withheld or ANY in rates and not any(isinstance(told, f.Rate) for told in rates)
            if f"{label}, in 7 days" in heads if is_open else row in ranked and any(rates):
                shown[label] = days
        if len(shown) > 1:
            self.multiples(shown, len(rows) - len(shown))

    def multiples(self, shown, left):
        dates = [day(date) for date, *_ in next(iter(shown.values()))]
        cells = [[cell for _, own, *_ in days for cell in own[1:]] for days in zip(*shown.values())]
        rows, drawn, omission = self.listed("majors", [(*each, self.sum) for each in zip(dates, cells)])
        latest = {label: self.latest(days[-drawn:]) for label, days in shown.items()}
        self.figure("majors", rows, note=f"{count(left) if left else ''} {omission}",
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
